/** How far somebody has come: the lessons done go with the person, the place in one stays in this browser. */
import { me } from "../lib/person.svelte";
import { change, settings } from "../lib/settings.svelte";

const KEY = "emberstacks-lessons";

function places(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

const name = (game: string, number: number) => `${game}/${number}`;

export function placeIn(game: string, number: number): number {
  return places()[name(game, number)] ?? 0;
}

export function keepPlace(game: string, number: number, stop: number): void {
  localStorage.setItem(KEY, JSON.stringify({ ...places(), [name(game, number)]: stop }));
}

export function isDone(game: string, number: number): boolean {
  return settings.lessons.split(" ").includes(name(game, number));
}

export function keepDone(game: string, number: number): void {
  keepPlace(game, number, 0);
  if (!isDone(game, number)) change("lessons", `${settings.lessons} ${name(game, number)}`.trim(), me.person !== null);
}
