import { expect, test } from "vitest";

import type { EventInfo } from "../protocol";
import { since, storyOf } from "./story";

const event = (kind: string, seat = -1, because = ""): EventInfo => ({
  kind,
  args: [seat, 3, -1],
  text: `${kind} ${seat}`,
  because,
});
const game = [
  event("deal"),
  event("round", 1),
  event("turn", 0),
  event("draw", 0),
  event("turn-over", 0),
  event("turn", 1),
  event("draw", 1),
  event("burn", 1, "curse"),
  event("score", 1),
  event("turn-over", 1),
  event("turn", 0),
];

test("events stand in the turn in which they happen, after the set-up", () => {
  expect(storyOf(game).map(({ part, seat, setUp }) => [part, seat, setUp])).toEqual([
    ["line", -1, true],
    ["round", -1, false],
    ["turn", 0, false],
    ["line", 0, false],
    ["quiet", 0, false],
    ["turn", 1, false],
    ["line", 1, false],
    ["caused", 1, false],
    ["line", 1, false],
    ["quiet", 1, false],
    ["turn", 0, false],
  ]);
  expect(storyOf(game).map(({ points }) => points)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0]);
});

test("since one's last turn everything counts that others did after it, also while somebody is asked in between", () => {
  expect(since(game, 0).map(({ text }) => text)).toEqual(["turn 1", "draw 1", "burn 1", "score 1"]);
  expect(since([...game, event("draw", 0)], 0).map(({ kind }) => kind)).toEqual(["turn", "draw", "burn", "score"]);
  expect(since(game.slice(0, 7), 0).map(({ kind }) => kind)).toEqual(["turn", "draw"]);
  expect(since(game.slice(0, 8), 0).map(({ kind }) => kind)).toEqual(["turn", "draw", "burn"]);
});

test("before one's first turn nothing was missed", () => {
  expect(since(game.slice(0, 3), 0)).toEqual([]);
  expect(since(game.slice(0, 4), 1)).toEqual([]);
});
