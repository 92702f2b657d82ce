/** A card's text in the parts that a card shows: what it needs is shown by pictures, what stays by a line of its own. */
import type { Deed } from "./state";

export interface Parts {
  text: string;
  ongoing: string;
}

export function parts(deed: Deed): Parts {
  const [now = "", ongoing = ""] = deed.text.split(/ ?Ongoing: /);
  const bare = now.replace(/^(Response|Peril): /, "").replace(deed.uses.length ? /^Interact with [^:]+: / : /^$/, "");
  return { text: capital(bare), ongoing: capital(ongoing) };
}

const SHORT: [RegExp, string][] = [
  [/\bgains? (\d+) extra points?/gi, "+$1 more"],
  [/\bgains? (\d+) points?/gi, "+$1"],
  [/\bgains? (\d+) Time/gi, "+$1 Time"],
  [/\b[Pp]lace (a|the) (Fire|Water|Hero) token (in|into)/g, "$2 into"],
  [/\b[Pp]lace (a|the) (Fire|Water) token/g, "$2"],
  [/\bFurniture tiles?/g, "tiles"],
  [/\b(in|into) your Room/g, "here"],
  [/\bRescue cards?/g, "cards"],
  [/\bDestiny Response/g, "Destiny"],
  [/\banother Hero/g, "another"],
  [/^When /, "When "],
];

/** What a card does in so few words that they fit on a small card; the whole text is shown when somebody looks closer. */
export function gist(deed: Deed): string {
  return capital(SHORT.reduce((text, [pattern, short]) => text.replace(pattern, short), parts(deed).text));
}

export type Motif =
  "flame" | "water" | "book" | "globe" | "person" | "arrow" | "hourglass" | "eye" | "swords" | "order" | "yellow" | "after";

const MOTIFS: [RegExp, Motif][] = [
  [/Fire/, "flame"],
  [/Water/, "water"],
  [/Book/, "book"],
  [/Item/, "globe"],
  [/Person/, "person"],
  [/Hero token|ignore|prevent/, "yellow"],
  [/[Rr]eveal/, "eye"],
  [/[Mm]ove/, "arrow"],
  [/take|lose/, "swords"],
  [/[Dd]raw \d cards?/, "order"],
  [/Time/, "hourglass"],
];

/** What a card's picture shows beside the furniture: at most two things that its text speaks of. */
export function motifs(deed: Deed): Motif[] {
  const bare = parts(deed).text;
  const found = MOTIFS.flatMap(([pattern, motif]) => (pattern.test(bare) ? [motif] : []));
  return found.length || deed.uses.length ? found.slice(0, Math.max(1, 3 - deed.uses.length)) : ["after"];
}

function capital(text: string): string {
  return text && text[0]!.toUpperCase() + text.slice(1);
}
