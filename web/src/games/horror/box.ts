/** What is printed on the pieces of Horror in the Library and what lies on its table, as the rules and the view name it. */
import type { SymbolName } from "../../pieces/paint";
import type { SeatInfo } from "../../protocol";
import type { Box, Deck, Facts, RoomPrint, TableState } from "./state";

export const PORTAL = 15;
export const OBJECTS = 10; // of each colour: page = 10 * colour + object
export const SECRETS = 6; // a secret's lot less this is its colour
const BLESSINGS: SymbolName[] = ["heart", "eye", "book", "heart", "eye", "person", "flame", "lock", "dice"];
/** The sign of a Blessing; one that came later and has none yet gets a plain one. */
export const blessingIcon = (blessing: number): SymbolName => BLESSINGS[blessing] ?? "plus";
export const SIDES = ["north", "east", "south", "west"] as const;
const LETTERS = "NESW";

/** What a side of a room shows as it lies now: O, C or -. */
export function sideOf(box: Box, table: TableState, room: number, side: number): string {
  return box.rooms[room]!.sides[(side - table.turn[room]! + 4) % 4]!;
}

/** The room on a side, or -1. */
export function beyond(box: Box, table: TableState, room: number, side: number): number {
  const cell = table.cell[room]!;
  const x = (cell % box.side) + [0, 1, 0, -1][side]!;
  const y = Math.floor(cell / box.side) + [-1, 0, 1, 0][side]!;
  if (x < 0 || y < 0 || x >= box.side || y >= box.side) return -1;
  return Math.max(-1, table.at[y * box.side + x]!);
}

/** Can one walk out on this side: do two doors meet? */
export function meets(box: Box, table: TableState, room: number, side: number): boolean {
  const other = beyond(box, table, room, side);
  return other >= 0 && sideOf(box, table, room, side) !== "-" && sideOf(box, table, other, (side + 2) % 4) !== "-";
}

/** The table, but with a room turned by so many quarters more. */
export const turnedAs = (table: TableState, room: number, quarters: number): TableState => ({
  ...table,
  turn: table.turn.map((turn, other) => (other === room ? (turn + quarters) % 4 : turn)),
});

export interface Spot {
  side: number; // as printed
  second: boolean;
}

export function spot(place: string): Spot {
  return { side: LETTERS.indexOf(place[0]!), second: place[1] === "2" };
}

/** The middle of a place on a tile of 208 that is turned, and whether the piece there lies along the top or bottom. */
export function middle(place: string, turn: number): { x: number; y: number; lying: boolean } {
  const { side, second } = spot(place);
  let [x, y] = [second ? 152 : 56, 26];
  for (let quarter = 0; quarter < (side + turn) % 4; quarter++) [x, y] = [208 - y, x];
  return { x, y, lying: (side + turn) % 2 === 0 };
}

/** The places of a room that take markers, by their numbers in the rules: 0 and 1 bookcases, 2 and 3 drawers. */
export function fixtures(print: RoomPrint): { number: number; place: string }[] {
  return [
    ...print.bookcases.map((place, k) => ({ number: k, place })),
    ...print.drawers.map((place, k) => ({ number: 2 + k, place })),
  ];
}

export interface Marker {
  seat: number;
  number: number; // from 1
  fixture: number; // 0 to 3 in its room
}

export function markersIn(box: Box, table: TableState, room: number): Marker[] {
  return table.marker.flatMap((fixture, k) =>
    fixture >= 0 && Math.floor(fixture / 4) === room
      ? [{ seat: Math.floor(k / box.markers), number: (k % box.markers) + 1, fixture: fixture % 4 }]
      : [],
  );
}

export function count(deck: Deck): number {
  return deck.rest + deck.top.length + deck.bottom.length;
}

export interface SecretInfo {
  colour: number;
  page: number | null; // null: the reader may not know it
  found: boolean;
}

export function secretsOf(table: TableState, seat: number): SecretInfo[] {
  const framed = table.framed[seat]!;
  return table.rack[seat]!.map(([face, , lot]) => {
    const colour = lot - SECRETS;
    const page = face === null ? null : OBJECTS * colour + face;
    return { colour, page, found: page !== null && framed.includes(page) };
  });
}

export interface Alarm {
  seat: SeatInfo;
  mine: boolean;
  now: boolean; // in the turn that runs
}

/** Who can leave by the Portal in the turn that runs or in the next one; the reader last. */
export function alarmsOf(facts: Facts, seats: SeatInfo[], you: number | null): Alarm[] {
  return seats
    .flatMap((seat) => {
      const guest = facts.guests[seat.seat]!;
      return guest.now || guest.next ? [{ seat, mine: seat.seat === you, now: guest.now }] : [];
    })
    .sort((one, other) => Number(one.mine) - Number(other.mine) || Number(other.now) - Number(one.now));
}
