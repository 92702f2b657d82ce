import type { Screen } from "..";
import board from "./Board.svelte";
import rail from "./Rail.svelte";

export default {
  board,
  rail,
  beats: { move: 640, points: 640 },
  sounds: { reveal: "draw", burn: "fire" },
} satisfies Screen;
