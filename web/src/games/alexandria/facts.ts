/** What follows from the table by the rules, which only the server knows: a look ahead, as things stand. */
import type { BoardProps } from "..";
import type { Facts } from "./state";

export const factsOf = (update: BoardProps["update"]) => update.view.facts as unknown as Facts;
