import { expect, test } from "vitest";

import { FIRE, turnsOf } from "./box";

const told = (kind: string, ...args: number[]) => ({ kind, args });

test("turns are read off what was told", () => {
  const events = [
    told("turn", 0, 1),
    told("draw", 0, 2),
    told("draw", 0, FIRE),
    told("warning", 0),
    told("draw", 0, 4),
    told("score", 0, 19, 19),
    told("turn", 1, 2),
    told("draw", 1, FIRE),
    told("bust", 1),
    told("round", 2),
    told("turn", 1, 0),
    told("draw", 1, 3),
    told("score", 1, 9, 9),
  ];
  expect(turnsOf(events)).toEqual([
    { seat: 0, card: 1, round: 1, points: 19, books: [2, 4] },
    { seat: 1, card: 2, round: 1, points: null, books: [] },
    { seat: 1, card: 0, round: 2, points: 9, books: [3] },
  ]);
});
