import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Update } from "../protocol";
import { stored } from "../test/browser";

let hidden = false;

function update(version: number, events: string[] = [], from = 0, can_undo = false): Update {
  const told = events.map((kind) => ({ kind }));
  return { type: "update", version, events: told, events_from: from, can_undo } as unknown as Update;
}

async function begun(kept: object = {}) {
  stored({ "emberstacks-settings": JSON.stringify(kept) });
  const { Show } = await import("./show.svelte");
  const show = new Show();
  show.begin(update(1, ["a", "b"]));
  return show;
}

const versions = (show: { update: Update | null; told: Update | null }) => [show.update?.version, show.told?.version];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  hidden = false;
  vi.stubGlobal("document", {
    get hidden() {
      return hidden;
    },
    getAnimations: () => [],
  });
  vi.stubGlobal("window", { setTimeout, matchMedia: () => ({ matches: false, addEventListener: () => undefined }) });
});
afterEach(() => vi.useRealTimers());

test("who comes in sees everything at once", async () => {
  const show = await begun();
  expect(versions(show)).toEqual([1, 1]);
  expect([show.running, show.fresh, show.log.length]).toEqual([false, 0, 2]);
});

test("words follow the pieces a beat later", async () => {
  const show = await begun();
  show.hear(update(2, ["c"], 2));
  expect([...versions(show), show.running, show.fresh]).toEqual([2, 1, true, 1]);
  expect([show.events.length, show.log.length]).toEqual([3, 2]);
  vi.advanceTimersByTime(349);
  expect(show.running).toBe(true);
  vi.advanceTimersByTime(1);
  expect([...versions(show), show.running]).toEqual([2, 2, false]);
  expect(show.log.map(({ kind }) => kind)).toEqual(["a", "b", "c"]);
});

test("a screen gives its own kinds of events the time they need", async () => {
  const show = await begun();
  show.beats = { fire: 900 };
  show.hear(update(2, ["c", "fire"], 2));
  vi.advanceTimersByTime(899);
  expect(show.running).toBe(true);
  vi.advanceTimersByTime(1);
  expect(show.running).toBe(false);
});

test("updates that come together are shown one after the other, and the last is never more than 1.5 seconds late", async () => {
  const show = await begun();
  show.beats = { fire: 1400 };
  for (let version = 2; version < 8; version++) show.hear(update(version, ["fire"], version));
  const seen = [show.update!.version];
  for (let passed = 0; passed < 1500; passed += 10) {
    vi.advanceTimersByTime(10);
    if (seen.at(-1) !== show.update!.version) seen.push(show.update!.version);
  }
  expect(seen.slice(0, 4)).toEqual([2, 3, 4, 5]);
  expect(show.update!.version).toBe(7);
});

test("what is taken back replaces the events from there on", async () => {
  const show = await begun();
  show.hear(update(2, ["z"], 1, true)); // what can be undone has told nobody anything: it needs no beat
  expect(show.log.map(({ kind }) => kind)).toEqual(["a", "z"]);
  expect(show.running).toBe(false);
});

test("to the end at once: every event that was waiting counts as fresh", async () => {
  const show = await begun();
  show.hear(update(2, ["c"], 2));
  show.hear(update(3, ["d", "e"], 3));
  show.skip();
  expect([...versions(show), show.running]).toEqual([3, 3, false]);
  expect([show.fresh, show.log.length]).toEqual([2, 5]);
});

test("a page that nobody sees, no motion and no pace show everything at once", async () => {
  hidden = true;
  const unseen = await begun();
  unseen.hear(update(2, ["c"], 2));
  expect(unseen.running).toBe(false);
  hidden = false;
  for (const kept of [{ motion: "none" }, { pace: "once" }]) {
    vi.resetModules();
    const show = await begun(kept);
    show.hear(update(2, ["c"], 2));
    expect(show.running).toBe(false);
  }
});

test("those who want to follow every step get 1.2 seconds for each, and the quick ones half the beat", async () => {
  for (const [pace, wait] of [
    ["slow", 1200],
    ["fast", 175],
  ] as const) {
    vi.resetModules();
    const show = await begun({ pace });
    show.hear(update(2, ["c"], 2));
    vi.advanceTimersByTime(wait - 1);
    expect(show.running).toBe(true);
    vi.advanceTimersByTime(1);
    expect(show.running).toBe(false);
  }
});
