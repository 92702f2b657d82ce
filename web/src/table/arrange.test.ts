import { expect, test } from "vitest";

import type { ChoiceInfo } from "../protocol";
import { arrange } from "./arrange";

const choices = (...texts: string[]) => texts.map((text, code) => ({ text, code, label: `${text}!` }) as ChoiceInfo);
const shown = (texts: string[], verbs: Parameters<typeof arrange>[1]) =>
  arrange(choices(...texts), verbs).map(({ title, choices }) => [title, choices.map(({ text }) => text)]);

test("choices without a kind keep their order and their labels", () => {
  expect(shown(["b", "a"], [])).toEqual([
    ["b!", ["b"]],
    ["a!", ["a"]],
  ]);
});

test("choices of one kind are behind one button, the likely kinds first and what ends last", () => {
  const verbs = [
    { begins: "go ", title: "Go" },
    { begins: "turn ", title: "Turn a room" },
    { begins: "end", last: true },
  ];
  expect(shown(["end", "turn a left", "draw", "go north", "turn a right", "go south"], verbs)).toEqual([
    ["Go", ["go north", "go south"]],
    ["Turn a room", ["turn a left", "turn a right"]],
    ["draw!", ["draw"]],
    ["end!", ["end"]],
  ]);
});

test("the only choice of its kind is a button of its own", () => {
  expect(shown(["go north", "draw"], [{ begins: "go ", title: "Go" }])).toEqual([
    ["go north!", ["go north"]],
    ["draw!", ["draw"]],
  ]);
});
