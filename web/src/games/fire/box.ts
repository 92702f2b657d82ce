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

export function sectionValue(box: Box, table: TableState, section: number): number {
  return box.sections[section]!.cards[table.burned[section]!]?.[0] ?? box.destroyed;
}

/** What a book is worth now; technology as much as the best section. */
export function worth(box: Box, table: TableState, book: number): number {
  const values = box.sections.map((_, section) => sectionValue(box, table, section));
  return book === TEAL ? Math.max(...values) : values[book]!;
}

/** What the books and the bravery on a card come to, if its holder stops with these tokens. */
export function score(box: Box, table: TableState, card: number, tokens: number[]): { books: number[]; bravery: number; total: number } {
  const books = tokens.filter((token) => token >= 0 && token !== FIRE).map((book) => worth(box, table, book));
  const last = tokens.findLastIndex((token, space) => token >= 0 && box.cards[card]![space]! > 0);
  const bravery = last < 0 ? 0 : box.cards[card]![last]!;
  return { books, bravery, total: sum(books) + bravery };
}

/** Would a fire on the next space of the active card spread? */
export function dangerous(box: Box, table: TableState, card: number, tokens: number[]): boolean {
  return tokens.includes(FIRE) || (box.cards[card]![tokens.indexOf(FREE)]! > 0 && table.gloves === 0);
}

/** The section whose card burns when the lowest burn index is asked for. */
export function lowest(box: Box, table: TableState): number {
  const shown = box.sections.map((section, k) => section.cards[table.burned[k]!]?.[1] ?? Infinity);
  return shown.indexOf(Math.min(...shown));
}

const copies = (box: Box, table: TableState) => table.discards.length / box.tools.length;

export const toolOf = (box: Box, table: TableState, piece: number): Tool => box.tools[Math.floor(piece / copies(box, table))]!;

/** The sections on the banners of a piece; only a robot can tell the copies of a tool apart. */
export function banners(box: Box, table: TableState, piece: number): string[] {
  const of = copies(box, table);
  return of === 1 ? [] : toolOf(box, table, piece).burns[piece % of]!;
}
