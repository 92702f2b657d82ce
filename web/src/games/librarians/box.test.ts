import { expect, test } from "vitest";

import { cellName, countsOf, cursed, genreOf, genresOf, letterOf, runsRight, topRow, written } from "./box";
import type { Book, Box, Options, TableState } from "./state";

const BOX = {
  colours: ["red", "blue"],
  genres: [
    ["Crime", "Love"],
    ["Sea", "War"],
  ],
  presets: ["calm", "wild"],
  books: [
    { colour: "red", set: 0, author: "X", several: true },
    { colour: "red", set: 1, author: "X", several: true },
    { colour: null, author: "Y" },
  ],
  width: 5,
  middle: 2,
  first_row: 3,
  shelves: [{ arrow: 1 }, { arrow: -1 }],
} as unknown as Box;
const OWN = { red: "Love+Sea", preset: "wild" } as unknown as Options;
const PRESET = { red: "preset", preset: "wild" } as unknown as Options;
const TABLE = { shelf: [-1, 0, 1, -1], turned: [1] } as unknown as TableState;

test("genres follow the options", () => {
  expect([0, 1, 2].map((book) => genreOf(BOX, OWN, book))).toEqual(["Love", "Sea", ""]);
  expect([0, 1, 2].map((book) => genreOf(BOX, PRESET, book))).toEqual(["Love", "", ""]);
});

test("of an author, only books that are played count", () => {
  expect(written(BOX, OWN, 0)).toBe(2);
  expect(written(BOX, PRESET, 0)).toBe(1);
  expect(written(BOX, OWN, 2)).toBe(0);
});

test.each([
  [{ curse: "dust+rows" }, true],
  [{ curse: "rows" }, false],
  [{ dust_curse: true }, true], // until rules 1.0
  [{}, false],
])("a part of the curse is played with %j: %s", (options, played) =>
  expect(cursed(options as unknown as Options, "dust", "dust_curse" as keyof Options)).toBe(played),
);

test("places are named from the topmost shelf", () => {
  expect(topRow(BOX, TABLE)).toBe(1);
  expect(topRow(BOX, { shelf: [-1, -1] } as unknown as TableState)).toBe(3);
  const names = [7, 11, 14, 2, 17, 20].map((cell) => cellName(BOX, TABLE, cell));
  expect(names).toEqual([
    "shelf 1",
    "shelf 2, place 1 to the left",
    "shelf 2, place 2 to the right",
    "above shelf 1",
    "below shelf 2",
    "2 rows below shelf 2, place 2 to the left",
  ]);
});

test("a shelf that is turned runs the other way", () => {
  expect(runsRight(BOX, TABLE, 0)).toBe(true);
  expect(runsRight(BOX, TABLE, 1)).toBe(true);
  expect(runsRight(BOX, { ...TABLE, turned: [] } as TableState, 1)).toBe(false);
});

test("letters", () => expect(letterOf({ letter: 25 } as Book)).toBe("Z"));

const PRINTED = {
  ...BOX,
  books: [
    { colour: "red", set: 0, author: "Ada Byron", several: true, audience: "Young Adult", volume: 2 },
    { colour: "red", set: 1, author: "Ada Byron", several: true, audience: "Kids", volume: 0 },
  ],
} as unknown as Box;

test.each([
  [{ ages: "off", authors: false, sequels: false }, []],
  [{ ages: "strict", authors: false, sequels: false }, ["YA"]],
  [{ ages: "off", authors: true, sequels: true }, ["AB2", "2/3"]],
])("of a book only that is shown which counts: %j", (options, shown) =>
  expect(countsOf(PRINTED, { ...OWN, ...options } as Options, 0).map(({ short }) => short)).toEqual(shown),
);

test("genres of this game, and how often they were cleared", () =>
  expect(
    genresOf(BOX, OWN, [
      { kind: "complete", args: [1] },
      { kind: "complete", args: [1] },
    ]),
  ).toEqual([{ colour: "red", genre: "Love", times: 2 }]));
