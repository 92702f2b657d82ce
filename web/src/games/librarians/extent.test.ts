import { expect, test } from "vitest";

import { COLUMNS, grown, ROWS } from "./extent";

const FIRST = { low: 37, high: 47 };

test("what is needed already has its place", () => expect(grown(FIRST, { low: 40, high: 47 }, COLUMNS)).toBe(FIRST));

test("a row that leans to one side moves the span, and keeps its scale", () =>
  expect(grown(FIRST, { low: 40, high: 49 }, COLUMNS)).toEqual({ low: 39, high: 49 }));

test("a longer row takes the next scale, with room at both ends", () =>
  expect(grown(FIRST, { low: 37, high: 48 }, COLUMNS)).toEqual({ low: 36, high: 48 }));

test("it never becomes smaller again", () =>
  expect(grown({ low: 35, high: 49 }, { low: 41, high: 43 }, COLUMNS)).toEqual({ low: 35, high: 49 }));

test("a shelf more is a row more", () =>
  expect(grown({ low: 6, high: 9 }, { low: 5, high: 9 }, ROWS)).toEqual({ low: 5, high: 9 }));
