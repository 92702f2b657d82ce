/** Many choices in few buttons: those of one kind stand together, the likely ones first, as a game's board wishes. */
import type { SymbolName } from "../pieces/paint";
import type { ChoiceInfo } from "../protocol";

/** A kind of choice: how its notation begins, and for kinds that stand together the button that opens them. */
export interface Verb {
  begins: string;
  icon?: SymbolName;
  title?: string;
  last?: boolean;
}

export interface Entry {
  key: string;
  title: string;
  icon: SymbolName | null;
  last: boolean;
  choices: ChoiceInfo[];
}

export function arrange(choices: ChoiceInfo[], verbs: Verb[]): Entry[] {
  const entries = new Map<string, Entry & { rank: number }>();
  for (const choice of choices) {
    const found = verbs.findIndex((verb) => choice.text.startsWith(verb.begins));
    const verb = verbs[found];
    const key = verb?.title ? verb.begins : choice.text;
    const entry = entries.get(key);
    if (entry) entry.choices.push(choice);
    else
      entries.set(key, {
        key,
        title: verb?.title ?? choice.label,
        icon: verb?.icon ?? null,
        last: verb?.last ?? false,
        choices: [choice],
        rank: found < 0 || verb?.last ? verbs.length : found,
      });
  }
  const sorted = [...entries.values()].sort((one, other) => Number(one.last) - Number(other.last) || one.rank - other.rank);
  return sorted.map((entry) => (entry.choices.length === 1 ? { ...entry, title: entry.choices[0]!.label } : entry));
}
