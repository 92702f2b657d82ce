/** The kinds of choices, with the letters that they always have. What lies on the map, in the hand or on show is chosen there, so that each kind has one button. */
import { boxOf } from "../../lib/catalogue.svelte";
import type { Verb } from "../../table/arrange";
import { slug } from "./box";
import type { Box } from "./state";
import { words } from "./words";

const box = () => boxOf<Box>("alexandria");
const once = (read: () => string[]) => {
  let found: string[] | undefined;
  return () => (found ??= read());
};
/** The names that answers consist of. */
const names = {
  rooms: once(() => box().rooms.map(slug)),
  cards: once(() => Object.values(box().cards).map(({ name }) => slug(name))),
  rescue: once(() => box().rescue.map(({ name }) => slug(name))),
  heroes: once(() => box().heroes.map(({ name }) => slug(name))),
  ends: once(() => box().ends.map(({ name }) => slug(name))),
  payers: once(() => ["pay alone", ...box().heroes.map(({ name }) => `${slug(name)} pays`)]),
};

export const verbs: Verb[] = [
  { begins: ["play ", "lay "], title: words.verbs.play, letter: "p", icon: "rules", why: "play" },
  { begins: "use ", title: words.verbs.board, letter: "b", icon: "person", why: "use" },
  { begins: "move ", title: words.verbs.go, letter: "g", icon: "arrow", why: "move" },
  { begins: "draw", title: words.verbs.draw, letter: "d", icon: "plus", why: "draw" },
  {
    get begins() {
      return names.payers();
    },
  },
  {
    get begins() {
      return names.cards();
    },
    title: words.verbs.respond,
    letter: "p",
    icon: "rules",
  },
  { begins: ["keep ", "take ", "give "], title: words.verbs.keep, letter: "k", icon: "check" },
  { begins: "discard ", title: words.verbs.discard, letter: "x", icon: "rules" },
  {
    get begins() {
      return names.rooms();
    },
    title: words.verbs.room,
    letter: "g",
    icon: "globe",
  },
  { begins: Object.values(words.types), title: words.verbs.furniture, letter: "f", icon: "book" },
  {
    get begins() {
      return names.heroes();
    },
    title: words.verbs.hero,
    letter: "o",
    icon: "person",
  },
  {
    get begins() {
      return names.rescue();
    },
    title: words.verbs.saved,
    letter: "k",
    icon: "check",
  },
  {
    get begins() {
      return names.ends();
    },
    title: words.verbs.end,
    letter: "o",
    icon: "eye",
  },
  { begins: "slot", title: words.verbs.slot, letter: "s", icon: "lock" },
  { begins: "leave", title: words.verbs.leave, letter: "e", icon: "check", last: true },
  { begins: "stay", title: words.verbs.stay, letter: "e", icon: "check", last: true },
  { begins: "enough", title: words.verbs.enough, letter: "e", icon: "check", last: true },
  { begins: "no swap", title: words.verbs.noSwap, letter: "e", icon: "check", last: true },
  { begins: "pass", title: words.verbs.pass, letter: "e", icon: "check", last: true },
  { begins: "wait", title: words.verbs.wait, letter: "w", icon: "hourglass", last: true, why: "wait" },
];
