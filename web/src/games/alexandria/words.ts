/** Every text of Alexandria's board that the rules do not say themselves. */
import type { Verb } from "../../table/arrange";
import type { Category, FurnitureName } from "./box";
import type { MayBurn } from "./state";

const list = (names: string[], last: string) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;

export const words = {
  table: "The Library of Alexandria",
  round: (round: number, of: number) => `Round ${round} of ${of}`,
  standing: (n: number) => `${count(n, "room")} ${n === 1 ? "stands" : "stand"}`,
  settingUp: "Setting up",
  or: (names: string[]) => list(names, "or"),
  and: (names: string[]) => list(names, "and"),
  severalWays: (n: number, of: string) => `${of}: ${n} ways, choose one`,
  back: "Not this",
  whichWay: "Which way?",

  timeTrack: "Time track",
  token: (name: string, time: number) => `${name} has ${time} Time`,
  next: (name: string) => `Next: ${name}`,
  highest: (time: number) => `the highest Time token, on ${time}`,
  onTop: (time: number, below: string) => `on top of the pile on ${time}, above ${below}`,
  then: (names: string[]) => `Then ${list(names, "and")}, as things stand.`,
  atTheEnd: "All Time is spent: the Library burns.",
  burning: (n: number) => `The Library burns: ${count(n, "room")} to go.`,
  chooser: (name: string) => `If several rooms fit, ${name} chooses, who took the last action.`,

  notBuilt: "The Library is not built yet.",
  map: "Map of the Library",
  rooms: "Rooms of the Library",
  furniture: (tiles: string[], down: number) =>
    tiles.length + down ? list([...tiles, ...(down ? [count(down, "tile") + " face down"] : [])], "and") : "no furniture",
  ashes: (room: string) => `${room}: burnt`,
  fire: "Fire",
  water: "Water: it cannot burn",
  peril: "a Peril lies here",
  perilName: (name: string) => `your Peril ${name}`,
  guard: (name: string) => `guard of ${name}`,
  toll: (name: string) => `toll of ${name}`,
  here: (names: string[]) => `${list(names, "and")} here`,
  burnsAs: (at: number) => `may burn as number ${at}`,
  ash: (room: string) => `${room}, burnt down`,
  rank: (at: number, why: string) => `may burn as number ${at}: ${why}`,
  split: "it cannot burn now, because that would split the Library",

  mayBurn: "May burn next",
  others: (n: number) => `${n} others`,
  howMany: (n: number) => `${count(n, "room")} this round, as things stand`,
  allBurn: "The last round: everything burns.",
  reasons: {
    fire: "it holds Fire",
    emptyOne: "empty, and a dead end",
    heldOne: "a dead end with a hero in it",
    emptyTwo: "empty, with two neighbours",
    heldTwo: "two neighbours, and a hero in it",
    last: "what is left",
  } as Record<MayBurn["reason"], string>,
  whyNot: "A room with Water never burns. Neither does one that would split the Library.",
  portentFire: "A Portent adds a Fire token first.",
  portentWater: "A Portent places the Water token first.",

  hand: "Your hand",
  beside: "Cards beside the map",
  handOf: (name: string) => `The hand of ${name}`,
  noCards: "No cards in hand.",
  board: "Your hero board",
  onceARound: "Once a round",
  used: "used this round",
  destiny: (name: string) => `Destiny: ${name}`,
  slot: "Slot",
  emptySlot: "A card with an anchor may stay here and keep working.",
  saved: "Saved",
  nothingSaved: "Nothing yet.",
  collection: (name: string, cards: number) =>
    `${name}: ${cards} of 3${cards === 2 ? ", 4 points" : cards === 3 ? ", 8 points" : ""}`,
  played: "Played this round",
  discards: "Discard pile",
  ownEnd: "Your Dramatic End, still hidden",
  endsOpen: "Open Dramatic Ends",
  portent: "Portent",
  end: "End",
  asPortent: "As a Portent:",
  asEnd: "As the End:",
  endOf: (hero: string) => `Dramatic End of ${hero}`,
  kinds: { action: "anywhere", response: "response", peril: "peril" } as Record<string, string>,
  anchor: "slot",
  free: "free",
  ongoing: "Ongoing:",
  cost: (white: number, black: number) =>
    white + black ? `${white + black} Time${black ? `, ${black} of it anyone nearby may pay` : ""}` : "free",
  here1: "here",
  either: "or",

  deck: (n: number) => `Your deck, ${count(n, "card")}`,
  categories: { book: "Books", item: "Items", person: "Persons" } as Record<Category, string>,
  category: { book: "Book", item: "Item", person: "Person" } as Record<Category, string>,
  inDeck: "in the deck",
  discarded: (n: number) => `${n} discarded`,
  onShow: "On show",
  chooseHere: "To choose from",
  time: (n: number) => `${n} Time`,
  cards: (n: number) => count(n, "card"),
  timeLeft: (n: number) => `${n} Time left`,
  savedCount: (n: number) => `${n} saved`,
  noHero: "no hero yet",
  types: {
    lectern: "lectern",
    armoire: "armoire",
    chest: "chest",
    brazier: "brazier",
    carpet: "carpet",
    bookshelf: "bookshelf",
  } as Record<FurnitureName, string>,
  faceDown: "tile face down",
};

/** How the prompt arranges the actions: cards, rooms and board actions each behind one button, as the pieces can be pressed too. */
export const verbs: Verb[] = [
  { begins: "play ", icon: "book", title: "Play a card" },
  { begins: "use ", icon: "person", title: "Use your board" },
  { begins: "lay ", icon: "eye", title: "Lay a Peril" },
  { begins: "move ", icon: "arrow", title: "Move to another room" },
  { begins: "draw" },
  { begins: "wait", last: true },
  { begins: "pass", last: true },
];
