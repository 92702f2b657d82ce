/** The words of Horror's board that do not come from its rules or pieces. */
import type { Verb } from "../../table/arrange";
import type { SeatInfo } from "../../protocol";
import { beyond, fixtures, markersIn, PORTAL, sideOf, SIDES } from "./box";
import type { Box, TableState } from "./state";

export const words = {
  library: "The library",
  round: (round: number) => `Round ${round}`,
  boards: "Player boards",
  boardFrom: (name: string) => `The board of ${name}`,
  boardOf: (name: string, fortitude: number, found: number, secrets: number) =>
    `The board of ${name}: Fortitude ${signed(fortitude)}, ${found} of ${several(secrets, "secret")} found`,
  secretsFound: "Secrets found",
  cardsInHand: "Cards and weapons",
  searchMarker: "The next search marker",
  tally: (fortitude: number, next: number, found: number, secrets: number, cards: number) =>
    `Fortitude ${signed(fortitude)}, next marker ${next}, ${found} of ${several(secrets, "secret")} found, ${several(cards, "card")} in hand`,
  characters: "The guests",
  alike: "In this game all guests have the same abilities.",
  at: (fortitude: number, text: string) => `At ${signed(fortitude)} ${text}`,
  with: (object: string, text: string) => `${object}: ${text}`,
  fortitude: "Fortitude",
  doors: { O: "An open door: leaving costs nothing", C: "A closed door: leaving costs 1 Fortitude" } as Record<string, string>,
  furniture: {
    bookcase: "A bookcase: search it for a page",
    drawer: "A drawer: search it for a Blessing or a Curse",
    mirror: "A mirror: look into it and step out of another",
    picture: "A picture: look at it for Fortitude",
  },
  markerOf: (number: number, name: string) => `Search marker ${number} of ${name}`,
  pivot: "You can turn this room",
  portal: "The Green Portal: the way out",
  meter: "Search meter",
  nextMarker: (number: number) => `next: ${number}`,
  markerAt: (number: number, room: string) => `Marker ${number}: in the ${room}`,
  markerFree: (number: number) => `Marker ${number}: not placed`,
  actions: "Actions",
  actionsLeft: (left: number) => (left === 1 ? "1 action left" : `${left} actions left`),
  secrets: "Secrets and pages",
  found: "found",
  hidden: "hidden",
  seen: "You are looking at",
  under: "Under a curse",
  curses: { dagger: "Ritual Dagger", trap: "Devil's Fingertrap", business: "Unresolved Business" },
  faceDown: (blessings: number, curses: number) =>
    `In hand, face down: ${several(blessings, "Blessing")}, ${several(curses, "Curse")}`,
  hand: "Your cards",
  bookcase: "The bookcase",
  dice: (yellow: number, white: number) => `Yellow ${yellow}, white ${white}:`,
  die: (white: number) => `White ${white}`,
  notRolled: "Yellow names the column, white the row.",
  total: (total: number, needed: number) => `${total} in all; ${needed} or more beats a monster.`,
  duel: "the higher die wins the duel.",
  book: (colour: string) => `a ${colour} page.`,
  yours: (colour: string) => `One of your secrets is ${colour}.`,
  left: (count: number, colour: string) => `${count} ${colour}`,
  decks: "Pages left",
  bag: (blessings: number, curses: number) =>
    `Coins in the bag: ${several(blessings, "Blessing")}, ${several(curses, "Curse")}`,
  waiting: (monsters: number) => `${several(monsters, "monster")} still to come`,
  several: (name: string, count: number) => `${name}: ${count} choices`,
  turn: (room: string) => `Turn the ${room}`,
  cancel: "Not now",
  level: (name: string, level: number) => `${name}, level ${level}`,
};

/** How the prompt arranges the choices of a turn: the likely ones first, those of one kind together. */
export const verbs: Verb[] = [
  { begins: "search ", icon: "lens" },
  { begins: "fight ", icon: "swords" },
  { begins: "lay ", icon: "turn", title: "Lay a room" },
  { begins: "exchange", icon: "book" },
  { begins: "break free", icon: "dice" },
  { begins: "stab ", icon: "swords" },
  { begins: "go on", last: true },
  { begins: "go ", icon: "arrow", title: "Go to another room" },
  { begins: "lockpicks ", icon: "lock", title: "Pick a lock" },
  { begins: "turn ", icon: "turn", title: "Turn a room" },
  { begins: "look picture", icon: "eye" },
  { begins: "look mirror ", icon: "eye", title: "Look into the mirror" },
  { begins: "mysterious mirror ", icon: "eye", title: "Mysterious Mirror" },
  { begins: "tincture", icon: "heart" },
  { begins: "end", last: true },
  { begins: "pass", last: true },
];

export function signed(number: number): string {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

function several(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** A side of a room in words. */
function doorWords(box: Box, table: TableState, room: number, side: number): string {
  const kind = sideOf(box, table, room, side);
  const direction = SIDES[side]![0]!.toUpperCase() + SIDES[side]!.slice(1);
  if (kind === "-") return `${direction}: a wall.`;
  const door = kind === "O" ? "an open door" : "a closed door";
  const other = beyond(box, table, room, side);
  if (other < 0) return `${direction}: ${door} that leads nowhere.`;
  const name = box.rooms[other]!.name;
  return sideOf(box, table, other, (side + 2) % 4) === "-"
    ? `${direction}: ${door}, blocked by a wall of the ${name}.`
    : `${direction}: ${door} to the ${name}.`;
}

/** A room in words, for somebody who cannot see the map. */
export function roomWords(box: Box, table: TableState, seats: SeatInfo[], room: number): string {
  const print = box.rooms[room]!;
  const cell = table.cell[room]!;
  const parts = [`Row ${Math.floor(cell / box.side) + 1}, column ${(cell % box.side) + 1}.`];
  for (const side of [0, 1, 2, 3]) parts.push(doorWords(box, table, room, side));
  if (room !== PORTAL) {
    const sights = [...print.mirrors.map(() => "a mirror"), ...print.pictures.map(() => "a picture")];
    parts.push(
      `${[several(print.bookcases.length, "bookcase"), several(print.drawers.length, "drawer"), ...sights].join(", ")}.`,
    );
  }
  for (const marker of markersIn(box, table, room))
    parts.push(`Marker ${marker.number} of ${seats[marker.seat]?.name} on ${fixtureWords(box, room, marker.fixture)}.`);
  const people = seats.filter((seat) => table.place[seat.seat] === room).map((seat) => seat.name);
  if (people.length) parts.push(`Here: ${people.join(", ")}.`);
  const monsters = table.lurks.flatMap((place, k) =>
    place === room ? [words.level(box.monsters[k]!.name, box.monsters[k]!.level)] : [],
  );
  if (monsters.length) parts.push(`Monsters: ${monsters.join("; ")}.`);
  return parts.join(" ");
}

export function fixtureWords(box: Box, room: number, fixture: number): string {
  const alone = fixtures(box.rooms[room]!).filter((one) => Math.floor(one.number / 2) === Math.floor(fixture / 2)).length === 1;
  const which = alone ? "the" : fixture % 2 ? "the second" : "the first";
  return `${which} ${fixture < 2 ? "bookcase" : "drawer"}`;
}
