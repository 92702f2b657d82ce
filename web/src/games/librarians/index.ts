import type { Screen } from "..";
import board from "./Board.svelte";
import seat from "./Seat.svelte";

export default { board, seat, wide: true, together: true } satisfies Screen;
