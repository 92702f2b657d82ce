import { beforeEach, expect, test, vi } from "vitest";

import type { CoachBook } from "../protocol";
import { stored } from "../test/browser";

vi.mock("../lib/settings.svelte", () => {
  const settings: Record<string, string> = { coached: "", coach: "off" };
  return { settings, change: (name: string, value: string) => (settings[name] = value) };
});
vi.mock("../lib/person.svelte", () => ({ me: { person: null } }));

const { settings } = await import("../lib/settings.svelte");
const { decided, isOver, keepProgress, progressIn, switchCoach, talks } = await import("./coaching");
const BOOK = { setback: 2, talks: 3, leaves: 6, most: 20 } as CoachBook;

beforeEach(() => {
  stored();
  settings.coached = "";
});

test("nobody has come far in a new game", () => expect(progressIn("fire")).toEqual({ good: 0, judged: 0, told: [] }));

test("progress is kept game by game", () => {
  keepProgress("fire", { good: 3, judged: 17, told: ["2.2", "3.1"] });
  keepProgress("horror", { good: 0, judged: 2, told: [] });
  expect(settings.coached).toBe("fire 3/17 2.2 3.1; horror 0/2");
  expect(progressIn("fire")).toEqual({ good: 3, judged: 17, told: ["2.2", "3.1"] });
  expect(progressIn("horror")).toEqual({ good: 0, judged: 2, told: [] });
});

test("a costly decision takes good ones back, but not more than there are", () => {
  const begun = { good: 1, judged: 4, told: [] };
  expect(decided(begun, true, BOOK)).toEqual({ good: 2, judged: 5, told: [] });
  expect(decided(begun, false, BOOK)).toEqual({ good: 0, judged: 5, told: [] });
});

test.each([
  [2, 5, true, false],
  [3, 5, false, false],
  [6, 9, false, true],
  [0, 20, true, true],
])("after %d good decisions of %d the coach talks: %s, leaves: %s", (good, judged, speaking, over) => {
  expect(talks({ good, judged, told: [] }, BOOK)).toBe(speaking);
  expect(isOver({ good, judged, told: [] }, BOOK)).toBe(over);
});

test("switched on again, the coach begins anew and does not repeat the rules", () => {
  keepProgress("fire", { good: 6, judged: 9, told: ["2.2"] });
  switchCoach("fire", true);
  expect(progressIn("fire")).toEqual({ good: 0, judged: 0, told: ["2.2"] });
  expect(settings.coach).toBe("on");
  switchCoach("fire", false);
  expect(settings.coach).toBe("off");
});
