import type { Screen } from "..";
import board from "./Board.svelte";
import piece from "./Piece.svelte";
import { BURN, DRAW } from "./motion";
import rail from "./Rail.svelte";
import seat from "./SeatPart.svelte";

export default {
  board,
  piece,
  seat,
  rail,
  beats: { draw: DRAW, burn: DRAW + BURN },
  sounds: { draw: "draw", spread: "fire", burn: "fire" },
} satisfies Screen;
