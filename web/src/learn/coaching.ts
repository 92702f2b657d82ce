/** How far somebody has come with the coach, game by game: it goes with the person, as one line of their settings. */
import { me } from "../lib/person.svelte";
import { change, settings } from "../lib/settings.svelte";
import type { CoachBook } from "../protocol";

export interface Progress {
  good: number; // good decisions, less what costly ones take back
  judged: number;
  told: string[]; // the clauses explained
}

/** Written as "fire 3/17 2.2 3.1; horror 0/2 1.10". */
function all(): Map<string, Progress> {
  const found = new Map<string, Progress>();
  for (const part of settings.coached.split("; ")) {
    const [game, counts = "", ...told] = part.split(" ");
    const [good = 0, judged = 0] = counts.split("/").map(Number);
    if (game) found.set(game, { good, judged, told });
  }
  return found;
}

export function progressIn(game: string): Progress {
  return all().get(game) ?? { good: 0, judged: 0, told: [] };
}

export function keepProgress(game: string, { good, judged, told }: Progress): void {
  const known = all().set(game, { good, judged, told });
  const line = [...known].map(([name, one]) => [name, `${one.good}/${one.judged}`, ...one.told].join(" ")).join("; ");
  change("coached", line, me.person !== null);
}

/** A decision was good or costly. */
export function decided({ good, judged, told }: Progress, well: boolean, book: CoachBook): Progress {
  return { good: well ? good + 1 : Math.max(0, good - book.setback), judged: judged + 1, told };
}

export const talks = (progress: Progress, book: CoachBook) => progress.good < book.talks;
export const isOver = (progress: Progress, book: CoachBook) => progress.good >= book.leaves || progress.judged >= book.most;

/** Switch the coach on, from the beginning for this game (rules that were told stay told), or off for all games. */
export function switchCoach(game: string, on: boolean): void {
  if (on) keepProgress(game, { ...progressIn(game), good: 0, judged: 0 });
  change("coach", on ? "on" : "off", me.person !== null);
}
