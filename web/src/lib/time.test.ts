import { expect, test, vi } from "vitest";

import { serverNow, setClock } from "./clock";
import { roughly } from "./time";
import { words } from "./words";

test.each([
  [2 * 3600, ""],
  [2 * 3600 + 1, "2 h"],
  [40 * 3600, "40 h"],
  [49 * 3600, "2 days"],
  [10 * 86400, "10 days"],
])("%d seconds are roughly %s", (seconds, text) => expect(roughly(seconds)).toBe(text));

test("the page counts with the server's clock", () => {
  vi.useFakeTimers();
  setClock(1000);
  expect(serverNow()).toBeCloseTo(1000);
  vi.advanceTimersByTime(2500);
  expect(serverNow()).toBeCloseTo(1002.5);
  setClock(undefined);
  expect(serverNow()).toBeCloseTo(1002.5);
});

test.each([
  [59, /just now/],
  [60, /1/],
  [7300, /2/],
  [3 * 86400, /3/],
])("%d seconds ago in words", (seconds, text) => expect(words.since(seconds)).toMatch(text));

test("what is said of a review counts what was judged", () => {
  expect(words.ground(8, 8, 64, false)).toMatch(/^8 decisions, judged with 64 games/);
  expect(words.ground(8, 20, 64, true)).toMatch(/^8 of 20 decisions .*Time ran out/);
  expect(
    words.scored(
      [
        { name: "Ada", seat: 1 },
        { name: "Ben", seat: 0 },
      ],
      [3, 9],
    ),
  ).toBe("Ada 9, Ben 3");
});
