import { expect, test } from "vitest";

import type { ChoiceInfo } from "../../protocol";
import { boxUnder, byHeight, cardOf, collectionsOf, FACE_DOWN, furnitureIn, heroesIn, NONE, slug, Targets } from "./box";
import { apart, begins, corner, distances, floorOf, planOf, roomSize, standing, tilesIn, tokensAbove, worth } from "./map";
import type { Box, Deed, TableState } from "./state";
import { gist, motifs, parts } from "./text";

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

test("in a few words", () => {
  expect(gist(deed("Interact with a chest: draw 3 Books, keep 1; gain 1 point.", "chest"))).toBe("Draw 3 Books, keep 1; +1.");
  expect(gist(deed("Place a Fire token in a nearby Room."))).toBe("Fire into a nearby Room.");
});

test("rooms are as large as fits, and never smaller than can be read", () => {
  expect(roomSize(1114, 616, 7, 5)).toBe(120);
  expect(roomSize(1114, 616, 12, 6)).toBe(120); // the map is moved
  expect(roomSize(1114, 616, 5, 3)).toBe(176);
  expect(roomSize(978, 456, 7, 5)).toBe(88);
  expect([floorOf(400), floorOf(304)]).toEqual([88, 84]);
});

test("a map that does not fit shows the wanted place, as far as there is anything to see", () => {
  expect(begins(100, 80, 40, 0)).toBe(10);
  expect(begins(100, 300, 150, 0)).toBe(-100);
  expect(begins(100, 300, 10, 6)).toBe(6);
  expect(begins(100, 300, 290, 6)).toBe(-206);
});

const four = {
  library: [0, 1, 2],
  burnt: [3],
  x: [2, 2, 3, 2],
  y: [5, 6, 6, 7],
  doors: [[1], [0, 2, 3], [1], [1]],
} as unknown as TableState;

test("a library that is higher than wide lies on its side where that makes it larger", () => {
  const [wide, high] = [planOf(four, 600, 300), planOf(four, 300, 600)];
  expect([wide.columns, wide.rows, wide.x(3), wide.y(2)]).toEqual([3, 2, 2, 1]);
  expect([high.columns, high.rows, high.x(3), high.y(2)]).toEqual([2, 3, 0, 1]);
});

test("how far rooms are, over rooms that stand", () => {
  expect([...distances(four, 0)]).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
});

test("in a room, nothing lies on the furniture", () => {
  for (let count = 1; count <= 12; count++) {
    const { columns, size } = tilesIn(count);
    expect(columns * size + (columns - 1) * 0.014).toBeLessThan(0.64);
    expect(Math.ceil(count / columns) * (size + 0.014)).toBeLessThan(0.68);
  }
  for (let heroes = 1; heroes <= 4; heroes++)
    for (let k = 0; k < heroes; k++) {
      const { x, y, height } = standing(heroes, k);
      expect(x).toBeGreaterThan(0.68);
      expect(y).toBeGreaterThan(0.25);
      expect(y + height).toBeLessThan(1);
    }
  expect([0, 1, 2].map((heroes) => tokensAbove(heroes, 120, 24))).toEqual([3, 1, 0]);
});

test("a corner is free, or the least covered one is taken", () => {
  const room = { x: 0, y: 0, width: 50, height: 50 };
  const view = { width: 100, height: 100 };
  expect(corner(["top left", "bottom right"], view, { width: 30, height: 30 }, [room])).toEqual({
    corner: "bottom right",
    covered: 0,
  });
  expect(corner(["top left"], view, { width: 60, height: 60 }, [room]).covered).toBe(2500);
});

test("signs at an edge lie beside each other and within it", () => {
  expect(apart([{ at: 10 }, { at: 12 }], 40, 200).map(({ at }) => at)).toEqual([20, 60]);
  expect(apart([{ at: 190 }, { at: 195 }], 40, 200).map(({ at }) => at)).toEqual([140, 180]);
});

test("points of a collection", () => expect([1, 2, 3].map(worth)).toEqual([0, 4, 8]));

test("what can be done in a room is done with it, with its furniture and with who stands there", () => {
  const choice = (text: string, kind: string, number: number) =>
    ({ text, pieces: [{ kind, number }] }) as unknown as ChoiceInfo;
  const targets = new Targets([
    choice("go", "room", 2),
    choice("chest", "furniture", 16),
    choice("ada", "hero", 1),
    choice("far", "room", 1),
  ]);
  const table = { position: [1, 2] } as unknown as TableState;
  expect(targets.inRoom(2, 7, table).map(({ text }) => text)).toEqual(["go", "chest", "ada"]);
});
