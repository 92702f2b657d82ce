import type { Screen } from "..";
import board from "./Board.svelte";
import piece from "./Piece.svelte";
import rail from "./Rail.svelte";
import seat from "./SeatPart.svelte";
import { verbs } from "./words";

export default {
  board,
  piece,
  rail,
  seat,
  verbs,
  square: true,
  beats: { move: 640, points: 640 },
  sounds: { reveal: "draw", burn: "fire" },
} satisfies Screen;
