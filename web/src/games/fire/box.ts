/** What is printed on the pieces, what lies on the table, and what can be read off both. */
import type { Box, TableState, Tool } from "./state";

export const FIRE = 5;
export const TEAL = 4;
export const SPACES = 5;
export const CARDS = 6;
export const FREE = -1;
export const UNUSED = -2;
export const SET_ASIDE = -3;
export const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th"];

export type Timing = Tool["timing"];

export const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** Every piece of a count, one by one. */
export const spread = (counts: number[]) => counts.flatMap((count, piece) => Array<number>(count).fill(piece));

export const tokensOn = (table: TableState, card: number) => table.spaces.slice(card * SPACES, (card + 1) * SPACES);

/** One count per tool, or one for each of its three cards if a robot tells them apart. A game of older rules has fewer tools. */
const copies = (box: Box, table: TableState) => (table.discards.length > box.tools.length ? 3 : 1);

export const toolOf = (box: Box, table: TableState, piece: number): Tool => box.tools[Math.floor(piece / copies(box, table))]!;

/** The sections on the banners of a piece; only a robot can tell the copies of a tool apart. */
export function banners(box: Box, table: TableState, piece: number): string[] {
  const of = copies(box, table);
  return of === 1 ? [] : toolOf(box, table, piece).burns[piece % of]!;
}
