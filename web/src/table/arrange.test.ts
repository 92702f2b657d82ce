import { expect, test } from "vitest";

import type { ChoiceInfo } from "../protocol";
import { arrange, fitting, widthOf, type Verb } from "./arrange";

const choices = (...texts: string[]) => texts.map((text, code) => ({ text, code, label: `${text}!` }) as ChoiceInfo);
const shown = (texts: string[], verbs: Verb[]) =>
  arrange(choices(...texts), verbs).map(({ title, choices }) => [title, choices.map(({ text }) => text)]);

const verbs: Verb[] = [
  { begins: "go ", title: "Go", letter: "g", why: "go" },
  { begins: ["turn here", "turn "], title: "Turn", letter: "t", why: "turn" },
  { begins: "end", title: "End turn", letter: "e", last: true, why: "end" },
];

test("choices without a kind keep their order and their labels", () => {
  expect(shown(["b", "a"], [])).toEqual([
    ["b!", ["b"]],
    ["a!", ["a"]],
  ]);
});

test("choices of one kind are behind one button, in the order of the verbs, and what ends comes last", () => {
  expect(shown(["end", "turn a left", "draw", "go north", "turn here right", "go south"], verbs)).toEqual([
    ["Go", ["go north", "go south"]],
    ["Turn", ["turn a left", "turn here right"]],
    ["draw!", ["draw"]],
    ["End turn", ["end"]],
  ]);
});

test("a verb keeps its place while it is not possible, but not in a question about something else", () => {
  expect(shown(["end", "go north"], verbs)).toEqual([
    ["Go", ["go north"]],
    ["Turn", []],
    ["End turn", ["end"]],
  ]);
  expect(shown(["red", "blue"], verbs)).toEqual([
    ["red!", ["red"]],
    ["blue!", ["blue"]],
  ]);
});

test("as many buttons are in the row as fit, the longest word never cut", () => {
  expect(fitting([100, 100, 100], 320, 1, 10)).toBe(3);
  expect(fitting([100, 100, 100], 310, 1, 10)).toBe(2);
  expect(fitting([100, 100, 100], 210, 2, 10)).toBe(3);
  expect(fitting([400], 300, 1, 10)).toBe(0);
  const type = { letter: 7, frame: 20, least: 50, lines: 2 };
  expect(widthOf("Go", "", type)).toBe(50);
  expect(widthOf("Encyclopaedia", "", type)).toBeGreaterThanOrEqual(13 * 7 + 20);
});
