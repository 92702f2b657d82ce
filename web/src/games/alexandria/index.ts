import type { Screen } from "..";
import board from "./Board.svelte";
import clock from "./Clock.svelte";
import mine from "./Mine.svelte";
import seat from "./SeatPart.svelte";
import { verbs } from "./verbs";

export default {
  board,
  mine,
  clock,
  piece: () => import("./Piece.svelte"),
  seat,
  verbs,
  beats: { move: 640, points: 640 },
  sounds: { reveal: "draw", burn: "fire" },
} satisfies Screen;
