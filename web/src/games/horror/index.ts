import type { Screen } from "..";
import board from "./Board.svelte";
import clock from "./Clock.svelte";
import mine from "./Mine.svelte";
import seat from "./SeatPart.svelte";
import { verbs } from "./words";

export default {
  board,
  clock,
  mine,
  piece: () => import("./Piece.svelte"),
  seat,
  verbs,
  beats: { roll: 620, "turn-room": 420, go: 420 },
  sounds: { draw: "draw", roll: "draw" },
} satisfies Screen;
