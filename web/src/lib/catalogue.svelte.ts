/** Games, bots and rules, asked for once. */
import type { Catalogue, GameCard, Rulebook } from "../protocol";
import { get } from "./api";

export const catalogue = $state<Catalogue>({ games: [], bots: [] });
const rulebooks = new Map<string, Promise<Rulebook>>();

export async function loadCatalogue(): Promise<void> {
  if (catalogue.games.length === 0) Object.assign(catalogue, await get<Catalogue>("/api/games"));
}

export function gameCard(id: string): GameCard | undefined {
  return catalogue.games.find((game) => game.id === id);
}

export function rulebook(game: string): Promise<Rulebook> {
  let found = rulebooks.get(game);
  if (!found) {
    found = get<Rulebook>(`/api/games/${game}/rules`);
    rulebooks.set(game, found);
  }
  return found;
}
