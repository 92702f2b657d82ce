/** Every address of the page, once: lib/router.svelte.ts reads it, App.svelte shows its screen, the build writes it into links.json, and the server answers there. */
interface Route {
  address: string; // with a slash at its end, an id follows, and perhaps a number
  early?: string; // the file of its screen, if the server is to name it before the page's script asks
  guests?: true; // it can be seen before one has a name
}

export const routes = {
  lobby: { address: "/", early: "lobby/Lobby" },
  table: { address: "/table/", early: "table/Table", guests: true },
  replay: { address: "/replay/", early: "replay/Replay" },
  learn: { address: "/learn/", early: "learn/Learn", guests: true },
  puzzle: { address: "/puzzle/", guests: true },
  mistakes: { address: "/mistakes/" },
  me: { address: "/me" },
  device: { address: "/device", guests: true },
  mail: { address: "/mail", guests: true },
} satisfies Record<string, Route>;

export type PageName = keyof typeof routes;

/** Does an id follow an address? */
export const takesId = (address: string): boolean => address.length > 1 && address.endsWith("/");

export const all = Object.entries(routes) as [PageName, Route][];
