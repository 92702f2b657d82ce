import { expect, test } from "vitest";

import type { ChoiceInfo } from "../../protocol";
import { boxUnder, byHeight, cardOf, collectionsOf, FACE_DOWN, furnitureIn, heroesIn, NONE, slug, Targets } from "./box";
import type { Box, Deed, TableState } from "./state";
import { motifs, parts } from "./text";

test("on one space the token that came last lies on top", () => {
  const table = { track: [2, 0, 1], time: [5, 5, 9] } as unknown as TableState;
  expect(byHeight(table)).toEqual([2, 1, 0]);
  expect(byHeight({ track: [0, 1], time: [4, 4] } as unknown as TableState)).toEqual([1, 0]);
});

test("furniture lies face up by kinds, then face down", () => {
  const table = { up: [1, 0, 2, 0, 0, 0], down: [2] } as unknown as TableState;
  expect(furnitureIn(table, 0)).toEqual([0, 2, 2, FACE_DOWN, FACE_DOWN]);
});

test("who is in a room", () => expect(heroesIn({ position: [3, 1, 3] } as unknown as TableState, 3)).toEqual([0, 2]));

test("a face that there is not is a card that nobody has", () => {
  const box = { heroes: [{ cards: [7, 8] }] } as unknown as Box;
  expect(cardOf(box, 0, 1)).toBe(8);
  expect(cardOf(box, 0, 2)).toBe(NONE);
  expect(cardOf(box, 1, 0)).toBe(NONE);
});

test("collections are counted, and cards of none are not", () => {
  const box = { rescue: [{ collection: 2 }, { collection: -1 }, { collection: 2 }, { collection: 0 }] } as unknown as Box;
  expect(collectionsOf(box, [0, 1, 2, 3])).toEqual([
    { collection: 2, cards: 2 },
    { collection: 0, cards: 1 },
  ]);
});

test("an older game has the cards of its rules", () => {
  const box = {
    cards: { 1: "new", 2: "newer" },
    rescue: [{ collection: 2 }, { collection: -1 }, { collection: 3 }],
    until: {
      "1.1": { cards: { 1: "old", 2: "older" }, collections: { 0: -1, 1: 2 } },
      "1.3": { cards: { 2: "older" }, collections: { 0: -1, 1: 2 } },
    },
  } as unknown as Box;
  const told = (rules: string) => [boxUnder(box, rules).cards, boxUnder(box, rules).rescue.map((face) => face.collection)];
  expect(told("1.0")).toEqual([{ 1: "old", 2: "older" }, [-1, 2, 3]]);
  expect(told("1.2")).toEqual([{ 1: "new", 2: "older" }, [-1, 2, 3]]);
  expect(told("1.4")).toEqual([{ 1: "new", 2: "newer" }, [2, -1, 3]]);
  expect(told("1.10")).toEqual(told("1.4"));
});

test("a choice is about the last piece that it names", () => {
  const choice = (text: string, ...pieces: [string, number][]) =>
    ({ text, pieces: pieces.map(([kind, number]) => ({ kind, number })) }) as unknown as ChoiceInfo;
  const targets = new Targets([
    choice("go 2", ["hero", 0], ["room", 2]),
    choice("run 2", ["room", 2]),
    choice("take", ["room", 2], ["card", 5]),
    choice("pass"),
  ]);
  expect(targets.of("room", 2).map(({ text }) => text)).toEqual(["go 2", "run 2"]);
  expect(targets.numbers("room")).toEqual([2]);
  expect(targets.numbers("hero")).toEqual([]);
});

test("names as answers write them", () => expect(slug("Run! Dr. Who")).toBe("run dr who"));

const deed = (text: string, ...uses: string[]) => ({ text, uses }) as unknown as Deed;

test("a card's text is shown without what its pictures show", () => {
  expect(parts(deed("Response: move. Ongoing: you may wait."))).toEqual({ text: "Move.", ongoing: "You may wait." });
  expect(parts(deed("Interact with a chest: draw 2 cards.", "chest")).text).toBe("Draw 2 cards.");
  expect(parts(deed("Interact with a chest: draw 2 cards.")).text).toBe("Interact with a chest: draw 2 cards.");
});

test("a picture shows at most three things", () => {
  expect(motifs(deed("Fire, Water, a Book and an Item."))).toEqual(["flame", "water", "book"]);
  expect(motifs(deed("Interact with a chest: Fire and Water.", "chest", "lectern"))).toEqual(["flame"]);
  expect(motifs(deed("Nothing known."))).toEqual(["after"]);
});
