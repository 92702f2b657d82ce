import { expect, test } from "vitest";

import { beyond, fixtures, markersIn, meets, middle, secretsOf, sideOf, spot } from "./box";
import type { Box, RoomPrint, TableState } from "./state";

// two rooms beside each other on a field of two by two; the second is turned by a quarter
const BOX = { side: 2, markers: 2, rooms: [{ sides: "-O--" }, { sides: "--O-" }] } as unknown as Box;
const TABLE = {
  cell: [0, 1],
  at: [0, 1, -1, -2],
  turn: [0, 1],
  marker: [4, -1, 2, 7],
  rack: [
    [
      [3, 0, 7],
      [null, 0, 8],
    ],
  ],
  framed: [[13]],
} as unknown as TableState;

test("a turned room shows another side", () => {
  expect([0, 1, 2, 3].map((side) => sideOf(BOX, TABLE, 1, side)).join("")).toBe("---O");
});

test("the field has borders and empty cells", () => {
  expect([0, 1, 2, 3].map((side) => beyond(BOX, TABLE, 0, side))).toEqual([-1, 1, -1, -1]);
  expect(beyond(BOX, TABLE, 1, 2)).toBe(-1); // a cell where no room can lie
});

test("one walks where two doors meet", () => {
  expect(meets(BOX, TABLE, 0, 1)).toBe(true);
  expect(meets(BOX, TABLE, 1, 3)).toBe(true);
  expect(meets(BOX, TABLE, 0, 2)).toBe(false);
  expect(meets(BOX, { ...TABLE, turn: [0, 0] } as TableState, 0, 1)).toBe(false);
});

test("places turn with their tile", () => {
  expect(spot("S2")).toEqual({ side: 2, second: true });
  expect(middle("N1", 0)).toEqual({ x: 56, y: 26, lying: true });
  expect(middle("N1", 1)).toEqual({ x: 182, y: 56, lying: false });
  expect(middle("N1", 3)).toEqual(middle("W1", 0));
});

test("fixtures have numbers: bookcases, then drawers", () => {
  const print = { bookcases: ["N1"], drawers: ["E1", "S2"] } as unknown as RoomPrint;
  expect(fixtures(print)).toEqual([
    { number: 0, place: "N1" },
    { number: 2, place: "E1" },
    { number: 3, place: "S2" },
  ]);
});

test("markers of all seats in one room", () => {
  expect(markersIn(BOX, TABLE, 1)).toEqual([
    { seat: 0, number: 1, fixture: 0 },
    { seat: 1, number: 2, fixture: 3 },
  ]);
  expect(markersIn(BOX, TABLE, 0)).toEqual([{ seat: 1, number: 1, fixture: 2 }]);
});

test("a secret that the reader may not know is never found", () => {
  expect(secretsOf(TABLE, 0)).toEqual([
    { colour: 1, page: 13, found: true },
    { colour: 2, page: null, found: false },
  ]);
});
