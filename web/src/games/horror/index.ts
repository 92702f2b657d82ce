import type { Screen } from "..";
import Board from "./Board.svelte";
import { verbs } from "./words";

export default { board: Board, verbs, square: true } satisfies Screen;
