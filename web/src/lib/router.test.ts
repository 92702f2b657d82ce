import { beforeEach, expect, test, vi } from "vitest";

import { addressBar } from "../test/browser";

beforeEach(() => vi.resetModules());

async function at(path: string) {
  const visited = addressBar(path);
  return { visited, ...(await import("./router.svelte")) };
}

test.each([
  ["/", "lobby", "", 0],
  ["/me", "me", "", 0],
  ["/table/abc-1", "table", "abc-1", 0],
  ["/learn/fire/3", "learn", "fire", 3],
  ["/puzzle/horror", "puzzle", "horror", 0],
  ["/nowhere", "missing", "", 0],
  ["/tables/abc", "missing", "", 0],
])("%s is read as %s", async (path, page, table, lesson) => {
  const { route } = await at(path);
  expect(route).toEqual({ page, table, lesson });
});

function click(href: string, more: Partial<MouseEvent> = {}) {
  const url = new URL(href, "http://here");
  const link = { origin: url.origin, pathname: url.pathname, hash: url.hash, hasAttribute: () => false };
  let stopped = false;
  const event = { target: { closest: () => link }, preventDefault: () => (stopped = true), ...more };
  return { event: event as unknown as MouseEvent, stopped: () => stopped };
}

test("a link within the page is followed without loading anything", async () => {
  const { visited, route, follow } = await at("/");
  const { event, stopped } = click("/replay/abc#end");
  follow(event);
  expect(stopped()).toBe(true);
  expect(visited).toEqual(["/replay/abc#end"]);
  expect(route.page).toBe("replay");
});

test.each([
  ["/docs/", {}],
  ["http://elsewhere/table/abc", {}],
  ["/table/abc", { ctrlKey: true }],
  ["/#rules", {}],
])("%s is left to the browser", async (href, more) => {
  const { visited, follow } = await at("/");
  const { event, stopped } = click(href, more);
  follow(event);
  expect(stopped()).toBe(false);
  expect(visited).toEqual([]);
});
