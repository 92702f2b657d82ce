/** What follows from the table by the rules, which only the server knows: a look ahead, as things stand. */
import type { BoardProps } from "..";

export type Reason = "fire" | "emptyOne" | "heldOne" | "emptyTwo" | "heldTwo" | "last";

export interface Step {
  at: number; // 1: burns first
  rooms: number[]; // rooms that may burn then and not before
  reason: Reason;
}

export interface Facts {
  burns: Step[];
  holds: number[]; // rooms that cannot burn, for the library would be split
}

export const factsOf = (update: BoardProps["update"]) => update.view.facts as unknown as Facts;
