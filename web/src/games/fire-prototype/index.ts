import type { Screen } from "..";
import board from "./Board.svelte";
import piece from "./Piece.svelte";

export default {
  board,
  piece,
  beats: { draw: 520, burn: 900 },
  sounds: { draw: "draw", burn: "fire" },
} satisfies Screen;
