/** The texts of this board that do not come from the rules. */
import type { Verb } from "../../table/arrange";

/** A place that may be chosen: what it is called and what it would bring. */
export interface Place {
  label: string;
  brings: string;
  clause: string;
}

export const text = {
  library: "The library",
  books: (cards: number) => (cards === 1 ? "book to go" : "books to go"),
  winWhen: "You win together when no book is left",
  progress: (played: number, of: number) => `${played} of ${of} books played`,
  inDeck: "deck",
  limitOf: "hand limit",
  genresCleared: "genres cleared",
  of: "of",
  out: "out",
  to: "to",
  author: (name: string, count: number) => `${name}, ${count} books`,
  inHand: (cards: number) => (cards === 1 ? "book" : "books"),
  shows: (titles: string) => `Known books: ${titles}`,
  silent: "Silent table",
  noTalk: "Silent table: no talk about the books until the game is over",
  markersOnly: "Silent table: only markers say which places to leave alone",
  tragedy: "No stacking (Tragedy)",
  forced: (what: string) => `${what} must be played if possible`,
  cleared: "Genres cleared",
  clearedTimes: (genre: string, times: number) =>
    times ? `${genre}: cleared ${times === 1 ? "once" : `${times} times`}` : `${genre}: not cleared yet`,
  hand: "Your hand",
  nobodysHand: "You see nobody's hand",
  notNow: "Not now",
  pick: (title: string) => `Pick ${title}`,
  putBack: (title: string) => `Put ${title} back`,
  place: (name: string) => `Here: ${name}`,
  stackOn: (title: string, name: string) => `On ${title} (${name})`,
  notHere: (title: string, name: string, reason: string) => `${title} cannot go there (${name}): ${reason}`,
  dead: "You cannot complete this turn like this. Take something back and try another way, or give up.",
  powers: "Your powers",
  noPower: "Four books of a genre in a row become a power card.",
  deck: "Draw deck",
  left: (cards: number) => `${cards} left`,
  removed: "Removed",
  nextInDeck: "Next in the deck",
  shelf: (number: number, right: boolean) => `Shelf ${number}: A to Z to the ${right ? "right" : "left"}`,
  beyond: "A row without a shelf card",
  stack: (height: number, titles: string) => `stack of ${height}, below: ${titles}`,
  volume: (number: number) => `book ${number} of 3`,
  thrill: "Thrill",
  holds: (genres: string) => `Power cards: ${genres}`,
  mark: (name: string) => `${name} asks to leave this place alone`,
  setMarker: "Set a marker",
  moveMarker: "Move your marker",
  takeMarker: "Take it back",
  markNothing: "Set no marker",
  markHere: (name: string) => `Ask the others to leave ${name} alone`,
  tapped: "tapped",
};

const places = ["l", "r"].flatMap((side) =>
  ["0", "00", ...Array.from({ length: 26 }, (_, row) => String(row + 1))].map((row) => row + side),
);

/** What a turn consists of, and the letters for it; digits are the books of the hand. */
export const verbs: Verb[] = [
  { begins: ["play ", "put ", "insert ", "shelf ", ...places], title: "Play", letter: "l", icon: "book", why: "play" },
  { begins: ["use ", "borrow "], title: "Power", letter: "p", icon: "after", why: "use fantasy" },
  { begins: ["complete ", "author "], title: "Complete", letter: "c", icon: "check" },
  { begins: "leave ", title: "Ask to leave", letter: "m", icon: "lock" },
  { begins: "this ", title: "This one", letter: "t", icon: "eye" },
  { begins: ["up ", "down "], title: "Move a column", letter: "c", icon: "turn" },
  { begins: "letter ", title: "Letter", letter: "l", icon: "book" },
  { begins: "give up", title: "Give up", letter: "g", icon: "lock", last: true },
  { begins: "end", title: "End turn", letter: "e", icon: "check", last: true, why: "end" },
  { begins: "done", title: "Enough", letter: "e", icon: "check", last: true },
  { begins: "nothing", title: "Nothing", letter: "n", icon: "check", last: true },
  { begins: "no marker", title: "No marker", letter: "n", icon: "check", last: true },
];
