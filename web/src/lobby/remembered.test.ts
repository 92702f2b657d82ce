import { expect, test } from "vitest";

import type { BotCard, GameCard } from "../protocol";
import { stored } from "../test/browser";
import { remember, remembered } from "./remembered";

const GAME = {
  id: "fire",
  min_players: 2,
  max_players: 3,
  options: [
    { name: "tools", choices: [true, false] },
    { name: "level", choices: ["easy", "hard"] },
  ],
} as unknown as GameCard;
const BOTS = [{ spec: "novice" }] as unknown as BotCard[];
const SEATS = [{ kind: "host" }, { kind: "bot", bot: "novice" }] as never[];
const SET_UP = { seats: SEATS, options: { tools: false }, open: true, clock: 120, noHelp: true };

test("the last set-up of each game comes back", () => {
  stored();
  remember("fire", SET_UP);
  expect(remembered(GAME, BOTS)).toEqual(SET_UP);
  expect(remembered({ ...GAME, id: "horror" }, BOTS)).toEqual({ options: {}, open: false, clock: 0, noHelp: false });
});

test.each([
  ["too few", [{ kind: "host" }]],
  ["too many", [{ kind: "host" }, { kind: "open" }, { kind: "open" }, { kind: "open" }]],
  ["a bot that is gone", [{ kind: "host" }, { kind: "bot", bot: "other" }]],
])("seats that no longer fit are forgotten: %s", (_, seats) => {
  stored();
  remember("fire", { ...SET_UP, seats: seats as never[] });
  expect(remembered(GAME, BOTS)).not.toHaveProperty("seats");
});

test("options that the game does not have any more are forgotten", () => {
  stored();
  remember("fire", { ...SET_UP, options: { tools: true, level: "gone", older: 1 } });
  expect(remembered(GAME, BOTS).options).toEqual({ tools: true });
});

test("what cannot be read is as good as nothing", () => {
  stored({ "emberstacks-table-fire": "[" });
  expect(remembered(GAME, BOTS)).toEqual({});
});
