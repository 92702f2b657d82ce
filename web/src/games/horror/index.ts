import type { Screen } from "..";
import board from "./Board.svelte";
import seat from "./SeatPart.svelte";
import { verbs } from "./words";

export default {
  board,
  seat,
  verbs,
  square: true,
  beats: { roll: 620, "turn-room": 420, go: 420 },
  sounds: { draw: "draw", roll: "draw" },
} satisfies Screen;
