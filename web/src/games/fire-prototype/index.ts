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
  beats: { draw: 520, burn: 900 },
  sounds: { draw: "draw", burn: "fire" },
} satisfies Screen;
