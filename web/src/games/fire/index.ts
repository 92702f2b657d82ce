import type { Screen } from "..";
import board from "./Board.svelte";
import { BURN, DRAW } from "./motion";
import rail from "./Rail.svelte";
import seat from "./SeatPart.svelte";

export default {
  board,
  seat,
  rail,
  beats: { draw: DRAW, burn: DRAW + BURN },
  sounds: { draw: "draw", spread: "fire", burn: "fire" },
} satisfies Screen;
