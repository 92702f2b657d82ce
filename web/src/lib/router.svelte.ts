import { all, takesId, type PageName } from "../routes";

/** Where we are: one of the addresses in routes.ts; any other is missing. */
export const route = $state({ page: "lobby" as PageName | "missing", table: "", lesson: 0 });

/** What an address shows; of a lesson or a puzzle, the id is its game. */
function found(path: string): typeof route {
  const [, first, id = "", number = "0"] = /^(\/[^/]*\/?)([\w-]*)(?:\/(\d+))?/.exec(path)!;
  const page = all.find(([, { address }]) => address === first && (id !== "") === takesId(address))?.[0];
  return { page: page ?? "missing", table: page ? id : "", lesson: Number(number) };
}

function read(): void {
  Object.assign(route, found(location.pathname));
}

export function go(path: string): void {
  history.pushState(null, "", path);
  read();
  window.scrollTo(0, 0);
}

export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey || link.hasAttribute("download")) return;
  if (found(link.pathname).page === "missing") return;
  if (link.hash && link.pathname === location.pathname) return; // a place on this page: the browser goes there
  event.preventDefault();
  go(link.pathname + link.hash);
}

window.addEventListener("popstate", read);
read();
