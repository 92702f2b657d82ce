/** What the things on a table mean, in the words of their game; fetched when somebody first wants to know. */
import type { MeaningInfo } from "../protocol";
import { get } from "./api";

/** The game that is on the screen, and how to open one of its rules. */
export const shown = $state({ game: "", cite: (_clause: string): void => undefined });

export function explains(game: string, cite: (clause: string) => void): () => void {
  Object.assign(shown, { game, cite });
  return () => void (shown.game = "");
}

type Known = { pattern: RegExp; meaning: MeaningInfo }[];
const books = new Map<string, Promise<Known>>();

/** A name begins so: # stands for a number, * for any words. The longest name is the one that is meant. */
function known(meanings: MeaningInfo[]): Known {
  return [...meanings]
    .sort((a, b) => b.name.length - a.name.length)
    .map((meaning) => {
      const words = meaning.name.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".+");
      return { pattern: new RegExp(`^${words.replace(/#/g, "[−-]?\\d+")}(?!\\w)`, "i"), meaning };
    });
}

export async function meaningOf(name: string): Promise<MeaningInfo | undefined> {
  const { game } = shown;
  if (!game) return undefined;
  if (!books.has(game)) books.set(game, get<MeaningInfo[]>(`/api/games/${game}/meanings`).then(known));
  try {
    return (await books.get(game)!).find(({ pattern }) => pattern.test(name))?.meaning;
  } catch {
    books.delete(game); // perhaps the connection is back next time
    return undefined;
  }
}
