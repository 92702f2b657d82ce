/** Games, bots and rules, asked for once. */
import type { BotCard, Catalogue, GameCard, Rulebook } from "../protocol";
import { get } from "./api";

/** Raw, because it never changes once it is there: watching every field of every game would be most of the lobby's work. */
class Known implements Catalogue {
  games = $state.raw<GameCard[]>([]);
  bots = $state.raw<BotCard[]>([]);
  docs = $state.raw(false);
}

export const catalogue = new Known();
const boxes = new Map<string, unknown>();
const rulebooks = new Map<string, Promise<Rulebook>>();

export async function loadCatalogue(): Promise<void> {
  if (catalogue.games.length === 0) Object.assign(catalogue, await get<Catalogue>("/api/games"));
}

export function gameCard(id: string): GameCard | undefined {
  return catalogue.games.find((game) => game.id === id);
}

/** What is printed on the pieces of a game; its screen waits for it. */
export async function loadBox(game: string): Promise<void> {
  if (!boxes.has(game)) boxes.set(game, await get<unknown>(`/api/games/${game}/box`));
}

export function boxOf<Box>(game: string): Box {
  return boxes.get(game) as Box;
}

export function rulebook(game: string): Promise<Rulebook> {
  let found = rulebooks.get(game);
  if (!found) {
    found = get<Rulebook>(`/api/games/${game}/rules`);
    rulebooks.set(game, found);
  }
  return found;
}
