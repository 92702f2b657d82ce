/** What is printed on the pieces of the prototype, and what the events say of the turns that were had. */
import type { EventInfo } from "../../protocol";

export const COLOURS = ["green", "brown", "yellow", "black", "white"];
export const FIRE = 5;
export const FREE = -1;
export { ORDINALS } from "./words";

/** A turn that is over: what it scored (null: it burned), with which card, in which round, and the books it saved. */
export interface Turn {
  seat: number;
  card: number;
  round: number;
  points: number | null;
  books: number[];
}

/** All turns that are over, the first one first. */
export function turnsOf(events: Pick<EventInfo, "kind" | "args">[]): Turn[] {
  const turns: Turn[] = [];
  let round = 1;
  let card = 0;
  let drawn: number[] = [];
  for (const { kind, args } of events) {
    if (kind === "round") round = args[0]!;
    else if (kind === "turn") [card, drawn] = [args[1]!, []];
    else if (kind === "draw") drawn.push(args[1]!);
    else if (kind === "score")
      turns.push({ seat: args[0]!, card, round, points: args[1]!, books: drawn.filter((token) => token !== FIRE) });
    else if (kind === "bust") turns.push({ seat: args[0]!, card, round, points: null, books: [] });
  }
  return turns;
}

export const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
