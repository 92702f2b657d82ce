/** The choices of a question in one row: each kind has its place and its letter, what ends comes last, and what does not fit is in the list. */
import type { SymbolName } from "../pieces/paint";
import type { ChoiceInfo } from "../protocol";

/** A kind of choice, as a game's screen names it. */
export interface Verb {
  /** How the notation of its choices begins. */
  begins: string | string[];
  title?: string;
  letter?: string;
  icon?: SymbolName;
  /** It ends something, so it stands at the right. */
  last?: boolean;
  /** The answer to ask about while none of its choices is possible; with it, the verb keeps its place. */
  why?: string;
}

export interface Entry {
  key: string;
  title: string;
  letter: string;
  icon: SymbolName | null;
  last: boolean;
  /** Without any choice it is only shown, and says why when it is pressed. */
  choices: ChoiceInfo[];
  why: string;
}

const starts = (verb: Verb, text: string) => [verb.begins].flat().some((begin) => text.startsWith(begin));

function entry(verb: Verb | undefined, key: string, choices: ChoiceInfo[]): Entry {
  return {
    key,
    title: verb?.title ?? choices[0]?.label ?? "",
    letter: verb?.letter ?? "",
    icon: verb?.icon ?? null,
    last: verb?.last ?? false,
    choices,
    why: verb?.why ?? "",
  };
}

/** The kinds in the order of the verbs, and after them what belongs to none. Of a question about something else, no verb keeps its place. */
export function arrange(choices: ChoiceInfo[], verbs: Verb[]): Entry[] {
  const kinds = verbs.map((verb) => ({ verb, choices: [] as ChoiceInfo[] }));
  const others: Entry[] = [];
  for (const choice of choices) {
    const kind = kinds.find(({ verb }) => starts(verb, choice.text));
    if (kind) kind.choices.push(choice);
    else others.push(entry(undefined, choice.text, [choice]));
  }
  const usual = kinds.some(({ verb, choices }) => verb.why && choices.length);
  const known = kinds.flatMap(({ verb, choices }) => {
    const key = [verb.begins].flat().join();
    if (choices.length || (usual && verb.why)) {
      if (verb.title) return [entry(verb, key, choices)];
      return choices.map((choice) => entry(verb, choice.text, [choice]));
    }
    return [];
  });
  const all = [...known.filter(({ last }) => !last), ...others, ...known.filter(({ last }) => last)];
  return all;
}

/** How many pixels a letter and the frame of a button take, and how many lines it has. */
export interface Type {
  letter: number;
  frame: number;
  least: number;
  lines: number;
}

/** The width of a button with these words. */
export function widthOf(words: string, below: string, type: Type): number {
  const lines = below ? Math.max(words.length / Math.max(1, type.lines - 1), below.length * 0.86) : words.length / type.lines;
  const longest = Math.max(...words.split(" ").map((word) => word.length));
  return Math.max(type.least, Math.ceil(Math.max(lines * 1.12, longest) * type.letter) + type.frame);
}

/** How many of these widths fit into rows of such a length, with gaps between them. */
export function fitting(widths: number[], length: number, rows: number, gap: number): number {
  let left = length;
  let row = 1;
  for (const [count, width] of widths.entries()) {
    if (width > left && left < length) {
      row += 1;
      left = length;
    }
    if (row > rows || width > left) return count;
    left -= width + gap;
  }
  return widths.length;
}
