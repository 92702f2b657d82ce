import { beforeEach, expect, test, vi } from "vitest";

import type { EventInfo } from "../../protocol";
import { banners, FREE, spread, sum, tokensOn, toolOf } from "./box";
import { scenesOf, Stage } from "./scenes.svelte";
import type { Box, TableState } from "./state";

const BOX = { tools: [{ slug: "shovel", burns: [["red"], ["teal"], ["red", "teal"]] }, { slug: "gloves" }] } as unknown as Box;

test("counts are spread piece by piece", () => {
  expect(spread([2, 0, 1])).toEqual([0, 0, 2]);
  expect(sum([2, 0, 1])).toBe(3);
});

test("only a robot tells the copies of a tool apart", () => {
  const together = { discards: [0, 0] } as unknown as TableState;
  const apart = { discards: [0, 0, 0, 0, 0, 0] } as unknown as TableState;
  expect(toolOf(BOX, together, 1)).toBe(BOX.tools[1]);
  expect(banners(BOX, together, 0)).toEqual([]);
  expect(toolOf(BOX, apart, 2)).toBe(BOX.tools[0]);
  expect(banners(BOX, apart, 2)).toEqual(["red", "teal"]);
});

const event = (kind: string, ...args: number[]) => ({ kind, args }) as unknown as EventInfo;
const table = (more: object = {}) =>
  ({
    card: 1,
    holder: [FREE, 2],
    spaces: [9, 9, 9, 9, 9, 4, FREE, FREE, FREE, FREE],
    looked: [],
    ...more,
  }) as unknown as TableState;

test("the tokens of a card are its own spaces", () => expect(tokensOn(table(), 1)).toEqual([4, FREE, FREE, FREE, FREE]));

test("a turn that scores shows the card as it was filled", () => {
  const events = [event("draw", 2, 3), event("score", 2, 8)];
  expect(scenesOf(table(), table(), events, FREE)).toEqual([
    { kind: "score", card: 1, holder: 2, tokens: [4, 3, FREE, FREE, FREE], points: 8 },
  ]);
});

test("a fire that spreads names each section once, and only what it burned", () => {
  const events = [event("burn", 7), event("draw", 2, 5), event("spread"), event("burn", 3), event("burn", 3), event("burn", 0)];
  expect(scenesOf(table(), table(), events, FREE)).toMatchObject([
    { kind: "fire", tokens: [4, 5, FREE, FREE, FREE], burned: [3, 0] },
  ]);
});

test("of tokens that somebody chose from, only the placed one was drawn", () => {
  const events = [event("draw", 2, 1), event("draw", 2, 3), event("place", 2, 3), event("score", 2, 1)];
  expect(scenesOf(table(), table(), events, FREE)).toMatchObject([{ tokens: [4, 3, FREE, FREE, FREE] }]);
});

test("a robot turns over a piece after the turn", () => {
  const events = [event("score", 2, 8), event("flip", 4), event("burn", 1), event("score", 3, 6)];
  expect(scenesOf(table(), table(), events, 3)).toMatchObject([
    { kind: "score", points: 8 },
    { kind: "robot", piece: 4, burned: [1], points: 6 },
  ]);
});

test("nobody's card has no scene", () =>
  expect(scenesOf(table({ holder: [FREE, FREE] }), table(), [event("score", 2, 8)], FREE)).toEqual([]));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});

test("scenes follow each other, and a move on the table ends them", () => {
  const stage = new Stage();
  const fire = { kind: "fire" } as never;
  const score = { kind: "score" } as never;
  stage.hear([fire, score], []);
  expect(stage.scene?.kind).toBe("fire");
  vi.advanceTimersByTime(3200);
  expect(stage.scene?.kind).toBe("score");
  vi.advanceTimersByTime(2200);
  expect(stage.scene).toBeNull();
  stage.hear([fire, score], []);
  stage.hear([], [event("chat")]);
  expect(stage.scene?.kind).toBe("fire");
  stage.hear([], [event("draw", 0, 1)]);
  expect(stage.scene).toBeNull();
  vi.advanceTimersByTime(10000);
  expect(stage.scene).toBeNull();
});
