import type { Screen } from "..";
import board from "./Board.svelte";

export default { board } satisfies Screen;
