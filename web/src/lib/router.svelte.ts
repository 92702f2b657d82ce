/** Three addresses: the lobby, a table, a table looked back at; any other is missing. */
export const route = $state({ page: "lobby" as "lobby" | "table" | "replay" | "missing", table: "" });

function read(): void {
  const found = /^\/(table|replay)\/([\w-]+)/.exec(location.pathname);
  route.page = (found?.[1] as "table" | "replay" | undefined) ?? (location.pathname === "/" ? "lobby" : "missing");
  route.table = found?.[2] ?? "";
}

export function go(path: string): void {
  history.pushState(null, "", path);
  read();
  window.scrollTo(0, 0);
}

export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || link.origin !== location.origin || event.ctrlKey || event.metaKey || link.hasAttribute("download")) return;
  if (!/^\/($|table\/|replay\/)/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.hash);
}

window.addEventListener("popstate", read);
read();
