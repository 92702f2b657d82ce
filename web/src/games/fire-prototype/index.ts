import type { Screen } from "..";
import board from "./Board.svelte";

export default {
  board,
  beats: { draw: 520, burn: 900 },
  sounds: { draw: "draw", burn: "fire" },
} satisfies Screen;
