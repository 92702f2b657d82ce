/** What is printed on the pieces, what lies on the table, and what can be read off both. */
export const FIRE = 5;
export const TEAL = 4;
export const SPACES = 5;
export const CARDS = 6;
export const FREE = -1;
export const UNUSED = -2;
export const SET_ASIDE = -3;
export const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th"];

export type Timing = "choosing" | "saving" | "spreading" | "scored";

export interface Section {
  name: string;
  colour: string;
  cards: [value: number, index: number, icons: number][];
}

export interface Tool {
  name: string;
  title: string;
  text: string;
  timing: Timing;
  burns: string[][];
}

export interface Box {
  tokens: string[];
  sections: Section[];
  destroyed: number;
  cards: number[][];
  tools: Tool[];
  fires: number;
  technology_fires: number;
  turns: number;
  win: number;
  honours: number;
  lost_for_a_turn: number;
  gained_for_a_card: number;
  robot_bravery: number;
}

export interface TableState {
  bag: number[];
  spare: number;
  burned: number[];
  score: number[];
  arrived: number[];
  hands: [face: number | null, ...rest: number[]][][];
  market: number[];
  deck: { rest: number };
  discards: number[];
  turn_tools: number[];
  round_tools: number[];
  turn_tokens: number[];
  round_tokens: number[];
  boxed: number[];
  given: number[];
  looked: number[];
  spaces: number[];
  holder: number[];
  card: number;
  round: number;
  gloves: number;
  digs: number;
  trigger: number;
  spread: number;
  stack: (string | number)[][];
}

/** What follows from the table by the rules, which only the server knows. */
export interface Facts {
  values: number[];
  lowest: number | null;
  cards: { books: number[]; bravery: number; total: number }[];
  next: { space: number; spreads: boolean; after: number[]; average: number } | null;
}

export interface Options {
  technology: boolean;
  tools: boolean;
  variant: string;
  robot: boolean;
  solo: string;
}

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
