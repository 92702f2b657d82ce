/** The page as a thing that is built: kept by a service worker, and opened again when the server has a newer one. */
const RENEWED = "emberstacks-renewed";
const PAUSE = 60_000; // milliseconds between two renewals, whatever happens
const BUSY = 2000; // milliseconds between two looks whether somebody is still writing

/** Let the page open at once from now on, also without a server. Only over https or on this computer do browsers allow it. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.register("/worker.js").catch(() => undefined); // the page does without
}

function busy(): boolean {
  const here = document.activeElement;
  return (
    document.querySelector("dialog[open]") !== null ||
    (here instanceof HTMLInputElement && here.type !== "radio" && here.value !== "")
  );
}

/** Open the page again if the server now gives out another one: no old page plays at a new server. */
export async function renewIfOld(): Promise<void> {
  if (!import.meta.env.PROD) return;
  try {
    const answer = await fetch("/", { cache: "no-cache" });
    const own = document.querySelector<HTMLScriptElement>("script[type=module]")!;
    if (!answer.ok || (await answer.text()).includes(new URL(own.src).pathname)) return;
  } catch {
    return; // nobody there to be old for
  }
  if (Date.now() - Number(sessionStorage.getItem(RENEWED)) < PAUSE) return;
  while (busy()) await new Promise((resolve) => setTimeout(resolve, BUSY));
  sessionStorage.setItem(RENEWED, String(Date.now()));
  location.reload();
}
