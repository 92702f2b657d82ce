import type { Screen } from "..";
import board from "./Board.svelte";
import seat from "./Seat.svelte";

export default {
  board,
  seat,
  wide: true,
  together: true,
  beats: { play: 540 },
  sounds: { take: "draw" },
} satisfies Screen;
