import type { Screen } from "..";
import board from "./Board.svelte";
import { BURN, DRAW } from "./motion";
import clock from "./Clock.svelte";
import mine from "./Mine.svelte";
import seat from "./SeatPart.svelte";
import { verbs } from "./words";

export default {
  board,
  piece: () => import("./Piece.svelte"),
  seat,
  clock,
  mine,
  verbs,
  beats: { draw: DRAW, burn: DRAW + BURN },
  sounds: { draw: "draw", spread: "fire", burn: "fire" },
} satisfies Screen;
