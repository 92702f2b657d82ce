/** What the neutral board says by itself, and how it tells kinds of pieces apart. */
import type { CardInfo, ChoiceInfo, PartInfo } from "../protocol";
import { PAINTS, type Paint, type SymbolName } from "../pieces/paint";

/** Answer with a piece: at once, or after a choice of several. */
export type Open = (key: string, choices: ChoiceInfo[], name: string, at: HTMLElement) => void;

export const HIDDEN = -1;
export const EMPTY = -2;

const COLOURS: SymbolName[] = ["yellow", "blue", "red", "green", "purple", "teal", "brown", "white", "black"];

/** Every kind has a colour and a symbol; the tenth has the colour of the first with another symbol. */
export function look(kind: number): { paint: Paint; symbol: SymbolName } {
  const round = Math.floor(kind / COLOURS.length);
  return { paint: PAINTS[COLOURS[kind % COLOURS.length]!]!, symbol: COLOURS[(kind + round) % COLOURS.length]! };
}

export const text = {
  table: "The table",
  drawn: "Show cards",
  asText: "Show as text",
  back: (count: number) => (count === 1 ? "a hidden card" : `${count} hidden cards`),
  place: "an empty place",
  times: (name: string, count: number) => (count > 1 ? `${count} × ${name}` : name),
  notes: { "": "", open: "everybody has seen it", top: "on top", bottom: "at the bottom" },
  several: (name: string, count: number) => `${name}: ${count} choices`,
  counted: (name: string, count: number) => `${name}: ${count}`,
  part: (part: PartInfo, owner: string) =>
    owner ? `${owner}, ${text.counted(part.name, part.count)}` : text.counted(part.name, part.count),
};

/** What a card is called by those who listen. */
export function spoken(card: CardInfo): string {
  if (card.kind === EMPTY) return text.place;
  const name = card.kind === HIDDEN ? text.back(card.count) : text.times(card.name, card.count);
  return [name, text.notes[card.note]].filter(Boolean).join(", ");
}
