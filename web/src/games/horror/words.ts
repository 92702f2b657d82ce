/** The words of Horror's board that do not come from its rules or pieces. */
import type { Verb } from "../../table/arrange";
import type { ChoiceInfo, SeatInfo } from "../../protocol";
import { beyond, fixtures, markersIn, PORTAL, sideOf, SIDES } from "./box";
import type { Box, Guest, TableState } from "./state";

export const words = {
  library: "The library",
  round: (round: number) => `Round ${round}`,
  boards: "Player boards",
  boardFrom: (name: string) => `The board of ${name}`,
  boardOf: (name: string, fortitude: number, found: number, secrets: number) =>
    `The board of ${name}: Fortitude ${signed(fortitude)}, ${found} of ${several(secrets, "secret")} found`,
  boardHead: (name: string) => `Before ${name}`,
  secretsFound: "Secrets found",
  cardsInHand: "Cards in hand",
  searchMarker: "The next search marker",
  foundOf: (found: number, secrets: number) => `${found} of ${secrets}`,
  secretsWord: (secrets: number) => (secrets === 1 ? "secret" : "secrets"),
  markerWord: (next: number) => `next marker ${next}`,
  cards: (cards: number) => several(cards, "card"),
  race: (name: string, found: number, secrets: number) => `${name}: ${found} of ${several(secrets, "secret")} found`,
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
  brink: "The next search marker here calls a monster",
  free: "free",
  then: { O: "free then", C: "costs 1 then", "-": "shut then" } as Record<string, string>,
  portal: "The Green Portal: the way out",
  meter: "Search markers",
  next: "next marker",
  nextShort: "next",
  nextMarker: (number: number, of: number) => `next: ${number} of ${of}`,
  markerAt: (number: number, room: string) => `Marker ${number}: in the ${room}`,
  markerFree: (number: number) => `Marker ${number}: not placed`,
  actions: "Actions",
  actionsLeft: (left: number) => (left === 1 ? "1 action left" : `${left} actions left`),
  secrets: "Secrets",
  loose: "Loose pages",
  inSet: "can be part of an exchange",
  toFind: "still to be found",
  found: "found",
  looseOne: "loose",
  noLoose: "none yet",
  noCards: "None in hand",
  hidden: "hidden",
  seen: "You are looking at",
  under: "Under a curse",
  curses: { dagger: "Ritual Dagger", trap: "Devil's Fingertrap", business: "Unresolved Business" },
  faceDown: (blessings: number, curses: number) =>
    blessings + curses ? `${several(blessings, "Blessing")} and ${several(curses, "Curse")} in hand` : "no cards",
  hand: "Your cards",
  bookcase: "The bookcase",
  dice: (yellow: number, white: number) => `Yellow ${yellow}, white ${white}:`,
  die: (white: number) => `White ${white}`,
  notRolled: "Yellow names the column, white the row.",
  noRoll: "No dice have been rolled yet.",
  lastRoll: (name: string) => `last roll: ${name}`,
  chance: (books: number, of: number) => `Yours: ${books} of ${of}.`,
  deckOf: (colour: string) => `the ${colour} deck`,
  total: (total: number, needed: number) => `${total} in all; ${needed} or more beats a monster.`,
  duel: "the higher die wins the duel.",
  book: (colour: string) => `a ${colour} page.`,
  yours: (colour: string) => `One of your secrets is ${colour}.`,
  left: (count: number, colour: string) => `${count} ${colour}`,
  decks: "Pages left",
  bag: (blessings: number, curses: number) =>
    `Coins in the bag: ${several(blessings, "Blessing")}, ${several(curses, "Curse")}`,
  inTheHouse: "In the house",
  toBeat: (needed: number) => `${needed} or more with both dice beats one`,
  waiting: (monsters: number, markers: number) =>
    monsters ? `${monsters} more to come: search marker ${markers} in a room calls one` : "No more to come",
  reading: "Reading a room",
  legend: {
    open: "open door: leaving costs nothing",
    closed: "closed door: leaving costs 1 Fortitude",
    marker: "searched, by the player of this colour",
  },
  library2: "The bookcase and the house",
  canWin: (name: string, now: boolean) =>
    `${name || "You"} can win ${now ? "in this turn" : name ? "on the next turn" : "on your next turn"}.`,
  winsSoon: (now: boolean) => (now ? "can win now" : "can win next turn"),
  hasAll: "has all pages",
  because: (guest: Guest, fortitude: number, monsters: number) =>
    `${guest.found === 1 ? "The page is found" : guest.found === 2 ? "Both pages are found" : `All ${guest.found} pages are found`}, Fortitude ${signed(fortitude)}${
      guest.doors === null ? "" : `, the Portal is ${several(guest.doors, "door")} away`
    }${monsters ? `; ${monsters === 1 ? "a monster" : `${monsters} monsters`} there must be beaten first` : ""}.`,
  remedy: "Turn a room on the way, attack, or send a monster there.",
  onTheMap: "choose on the map",
  several: (name: string, count: number) => `${name}: ${count} choices`,
  cancel: "Not now",
  level: (name: string, level: number) => `${name}, level ${level}`,
};

/** What a turn consists of, and the letters for it; cards share one. */
export const verbs: Verb[] = [
  { begins: ["search bookcase", "search both"], title: "Search", letter: "s", icon: "lens", why: "search bookcase" },
  { begins: "search drawer", title: "Drawer", letter: "d", icon: "plus", why: "search drawer" },
  { begins: "exchange", title: "Exchange", letter: "x", icon: "book", why: "exchange" },
  { begins: "go on", title: "Go on", letter: "o", icon: "check", last: true },
  { begins: "go ", title: "Go", letter: "g", icon: "arrow", why: "go" },
  { begins: "turn ", title: "Turn", letter: "t", icon: "turn", why: "turn" },
  { begins: "look ", title: "Look", letter: "l", icon: "eye", why: "look picture" },
  { begins: "fight ", title: "Fight", letter: "f", icon: "swords", why: "fight" },
  {
    begins: ["tincture", "mysterious mirror ", "lockpicks ", "ice pick ", "revolver ", "blunderbuss ", "aqua tofana "],
    title: "Card",
    letter: "c",
    icon: "rules",
  },
  { begins: "break free", title: "Break free", letter: "b", icon: "dice" },
  { begins: "stab ", title: "Stab", letter: "k", icon: "swords" },
  { begins: "duel ", title: "Duel", letter: "v", icon: "dice" },
  { begins: "lay ", title: "Lay a room", letter: "l", icon: "turn" },
  { begins: "send ", title: "Send it away", letter: "m", icon: "ghost" },
  { begins: "end", title: "End turn", letter: "e", icon: "check", last: true, why: "end" },
  { begins: "pass", title: "Pass", letter: "p", icon: "check", last: true },
];

/** What a way costs, as short as it stands in a doorway. */
export function toll({ label }: ChoiceInfo): string {
  const cost = /(\d+) Fortitude/.exec(label)?.[1];
  return cost ? signed(-cost) : words.free;
}

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
