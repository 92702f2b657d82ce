import type { Screen } from "..";
import board from "./Board.svelte";
import piece from "./Piece.svelte";
import seat from "./Seat.svelte";

export default {
  board,
  piece,
  seat,
  wide: true,
  together: true,
  beats: { play: 540 },
  sounds: { take: "draw" },
} satisfies Screen;
