/** What tests of classes and functions have in place of a browser: no more than these ask for. */
import { vi } from "vitest";

/** A store like localStorage. */
export function stored(kept: Record<string, string> = {}): Map<string, string> {
  const all = new Map(Object.entries(kept));
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => all.set(key, value),
  });
  return all;
}

/** An address bar: where the page is, and where it has been sent. */
export function addressBar(path: string): string[] {
  const visited: string[] = [];
  vi.stubGlobal("location", { pathname: path, origin: "http://here" });
  vi.stubGlobal("history", {
    pushState: (_state: null, _title: string, to: string) => {
      visited.push(to);
      location.pathname = to.split("#")[0]!;
    },
  });
  vi.stubGlobal("window", { addEventListener: () => undefined, scrollTo: () => undefined });
  return visited;
}
