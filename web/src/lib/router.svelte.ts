/** The addresses: the lobby, a table, a table looked back at, a lesson, a puzzle, your mistakes, yourself, a link from another device or an e-mail; any other is missing. */
type Page = "lobby" | "table" | "replay" | "learn" | "puzzle" | "mistakes" | "me" | "device" | "mail" | "missing";
export const route = $state({ page: "lobby" as Page, table: "", lesson: 0 });
const ALONE: Record<string, Page> = { "/": "lobby", "/me": "me", "/device": "device", "/mail": "mail" };

function read(): void {
  const found = /^\/(table|replay|learn|puzzle|mistakes)\/([\w-]+)(?:\/(\d+))?/.exec(location.pathname);
  route.page = (found?.[1] as Page | undefined) ?? ALONE[location.pathname] ?? "missing";
  route.table = found?.[2] ?? ""; // of a lesson or a puzzle: its game
  route.lesson = Number(found?.[3] ?? 0);
}

export function go(path: string): void {
  history.pushState(null, "", path);
  read();
  window.scrollTo(0, 0);
}

export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey || link.hasAttribute("download")) return;
  if (!/^\/($|me$|table\/|replay\/|learn\/|puzzle\/|mistakes\/)/.test(link.pathname)) return;
  if (link.hash && link.pathname === location.pathname) return; // a place on this page: the browser goes there
  event.preventDefault();
  go(link.pathname + link.hash);
}

window.addEventListener("popstate", read);
read();
