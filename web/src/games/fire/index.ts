import type { Screen } from "..";
import board from "./Board.svelte";
import rail from "./Rail.svelte";
import seat from "./SeatPart.svelte";

export default { board, seat, rail } satisfies Screen;
