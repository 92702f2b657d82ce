/** What is printed on the pieces of Alexandria and what a view of it holds, as the rules name it. */
import { boxOf } from "../../lib/catalogue.svelte";
import type { ChoiceInfo } from "../../protocol";
import { numbersOf } from "../../table/about";
import type { Box, RescueFace, TableState } from "./state";

export const NONE = -1;
export const NEFERHOTEP = 1; // the hero who lays Perils
export const SLOT_USED = 0; // of the board actions that bear a token
export const ABILITY_USED = 1;
export const ROOM_TYPES = ["lectern", "armoire", "chest", "brazier", "carpet", "bookshelf"] as const;
export type FurnitureName = (typeof ROOM_TYPES)[number];
export const FACE_DOWN = ROOM_TYPES.length;

/** What the heroes wear on their heads: Octavia, Neferhotep, Kallista, Lysandros. Their colours are their players'. */
export const HATS = [0, 4, 1, 2];

export type Category = RescueFace["category"];

const boxes = new Map<string, Box>();

/** The box with the cards that a game of these rules is played with. */
export function boxFor(rules: string): Box {
  if (!boxes.has(rules)) boxes.set(rules, boxUnder(boxOf<Box>("alexandria"), rules));
  return boxes.get(rules)!;
}

const minor = (rules: string) => Number(rules.split(".")[1]);

/** The box as it was under these rules: what is different until a version is told by the version, the oldest first. */
export function boxUnder(box: Box, rules: string): Box {
  const until = Object.keys(box.until).find((last) => minor(rules) <= minor(last));
  if (until === undefined) return box;
  const { cards, collections } = box.until[until]!;
  return {
    ...box,
    cards: { ...box.cards, ...cards },
    rescue: box.rescue.map((face, card) => ({ ...face, collection: collections[card] ?? face.collection })),
  };
}

/** The number of a hero's card; one that nobody has if there is no such face. */
export const cardOf = (box: Box, hero: number, face: number) => box.heroes[hero]?.cards[face] ?? NONE;

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
export function collectionsOf(box: Box, rescued: number[]): { collection: number; cards: number }[] {
  const counts = new Map<number, number>();
  for (const card of rescued) {
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

  /** What can be done in a room: with it, with its furniture and with the heroes in it. */
  inRoom(room: number, kinds: number, table: TableState): ChoiceInfo[] {
    return this.choices.filter(({ pieces }) => {
      const { kind = "", number = NONE } = pieces.at(-1) ?? {};
      if (kind === "room") return number === room;
      if (kind === "furniture") return Math.floor(number / kinds) === room;
      return kind === "hero" && table.position[number] === room;
    });
  }

  /** The numbers of the lit pieces of a kind. */
  numbers(kind: string): number[] {
    const last = this.choices.flatMap(({ pieces }) => numbersOf({ pieces: pieces.slice(-1) }, kind));
    return [...new Set(last)];
  }
}
