/** What is printed on the pieces of Alexandria and what a view of it holds, as the rules name it. */
import { boxOf } from "../../lib/catalogue.svelte";
import type { ChoiceInfo } from "../../protocol";
import { numbersOf } from "../../table/about";

export const NONE = -1;
export const NEFERHOTEP = 1; // the hero who lays Perils
export const SLOT_USED = 1;
export const ABILITY_USED = 2;
export const ROOM_TYPES = ["lectern", "armoire", "chest", "brazier", "carpet", "bookshelf"] as const;
export type FurnitureName = (typeof ROOM_TYPES)[number];
export const FACE_DOWN = ROOM_TYPES.length;

/** What the heroes wear on their heads: Octavia, Neferhotep, Kallista, Lysandros. Their colours are their players'. */
export const HATS = [0, 4, 1, 2];

/** A face (null: hidden from the viewer), who has seen it, its lot, what it could be. */
export type Slot = [number | null, number, number, number];

export interface TableState {
  hero: number[];
  round: number;
  active: number;
  time: number[];
  track: number[];
  library: number;
  burnt: number;
  x: number[];
  y: number[];
  doors: number[];
  position: number[];
  up: number[];
  down: number[];
  fire: number;
  water: number;
  guard: number[];
  toll: number[];
  hands: Slot[][];
  draws: { top: Slot[]; rest: number; bottom: Slot[] }[];
  discards: number[];
  played: number[];
  slot: number[];
  used: number[];
  perils: Slot[][];
  peril_rooms: number[];
  chosen: Slot[][];
  revealed: number[];
  standing: number[];
  in_decks: number;
  rescued: number[];
  pile: number;
  drawn: number;
  to_burn: number;
  common_fate: number;
  stack: (string | number)[][];
}

export interface Deed {
  name: string;
  text: string;
  white: number;
  black: number;
  uses: FurnitureName[];
}

export interface HeroCardFace extends Deed {
  hero: number;
  kind: "action" | "response" | "peril";
  slot: boolean;
}

export interface HeroFace {
  id: string;
  name: string;
  role: string;
  ability: Deed;
  destiny: { name: string; text: string };
  /** The numbers of this hero's cards. */
  cards: number[];
}

export type Category = "book" | "item" | "person";

export interface RescueFace {
  name: string;
  category: Category;
  traits: string[];
  collection: number;
}

export interface EndFace {
  hero: number;
  name: string;
  portent: string;
  end: string;
}

export interface Box {
  heroes: HeroFace[];
  /** By their numbers, which have gaps. */
  cards: Record<number, HeroCardFace>;
  /** Cards that were different until rules 1.1, by their numbers: games that began then keep them. */
  until_1_1: Record<number, HeroCardFace>;
  rescue: RescueFace[];
  collections: string[];
  ends: EndFace[];
  rooms: string[];
  types: FurnitureName[];
  max_time: number;
  rounds: number;
}

let older: Box | undefined;

/** The box with the cards that a game of these rules is played with. */
export function boxFor(rules: string): Box {
  const box = boxOf<Box>("alexandria");
  if (rules > "1.1") return box;
  older ??= { ...box, cards: { ...box.cards, ...box.until_1_1 } };
  return older;
}

/** The number of a hero's card; one that nobody has if there is no such face. */
export const cardOf = (box: Box, hero: number, face: number) => box.heroes[hero]?.cards[face] ?? NONE;

/** Masks reach beyond 32 bits, where the operators of the language stop. */
export function has(mask: number, k: number): boolean {
  return Math.floor(mask / 2 ** k) % 2 === 1;
}

export function members(mask: number): number[] {
  const found: number[] = [];
  for (let k = 0; 2 ** k <= mask; k++) if (has(mask, k)) found.push(k);
  return found;
}

/** The seats, highest Time token first; of those on one space the one that came last lies on top (rule 2.3). */
export function byHeight(table: TableState): number[] {
  const later = (seat: number) => table.track.indexOf(seat);
  return [...table.track].sort((a, b) => table.time[b]! - table.time[a]! || later(b) - later(a));
}

/** The faces up in a room, then as many FACE_DOWN as lie face down. */
export function furnitureIn(table: TableState, room: number): number[] {
  const tiles: number[] = [];
  for (let kind = 0; kind < FACE_DOWN; kind++) for (let k = 0; k < table.up[room * FACE_DOWN + kind]!; k++) tiles.push(kind);
  return [...tiles, ...Array.from({ length: table.down[room]! }, () => FACE_DOWN)];
}

export function heroesIn(table: TableState, room: number): number[] {
  return table.position.flatMap((where, seat) => (where === room ? [seat] : []));
}

/** A name as answers write it. */
export const slug = (name: string) => name.toLowerCase().replaceAll(/[!.]/g, "");

/** How many cards of each collection somebody holds, those with any. */
export function collectionsOf(box: Box, rescued: number): { collection: number; cards: number }[] {
  const counts = new Map<number, number>();
  for (const card of members(rescued)) {
    const collection = box.rescue[card]!.collection;
    if (collection >= 0) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  }
  return [...counts].map(([collection, cards]) => ({ collection, cards }));
}

/** What can be done by pressing a piece: the last piece that a choice names is the one it is about. */
export class Targets {
  constructor(private choices: ChoiceInfo[]) {}

  of(kind: string, number: number): ChoiceInfo[] {
    return this.choices.filter(({ pieces }) => pieces.at(-1)?.kind === kind && pieces.at(-1)?.number === number);
  }

  /** The numbers of the lit pieces of a kind. */
  numbers(kind: string): number[] {
    const last = this.choices.flatMap(({ pieces }) => numbersOf({ pieces: pieces.slice(-1) }, kind));
    return [...new Set(last)];
  }
}
