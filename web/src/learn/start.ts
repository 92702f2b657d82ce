/** From a game to a table in one press: the person against friendly bots, with the options of a first game. */
import { newKey, post } from "../lib/api";
import { me } from "../lib/person.svelte";
import { go } from "../lib/router.svelte";
import type { GameCard, Person, SeatPlan, TableInfo } from "../protocol";
import { switchCoach } from "./coaching";
import { say } from "./words";

const CHAIRS = 3;

/** With a coach, if it is a first game. */
export async function playNow(game: GameCard, name = "", guided = false): Promise<void> {
  const person = me.person ?? (await post<Person>("/api/session", { name: name.trim() || say.guest }));
  const chairs = Math.min(Math.max(CHAIRS, game.min_players), game.max_players);
  const seats: SeatPlan[] = Array.from({ length: chairs }, (_, k) =>
    k ? { kind: "bot", bot: game.usual_bot } : { kind: "host" },
  );
  const table = await post<TableInfo>("/api/tables", {
    key: newKey(),
    game: game.id,
    seats,
    options: game.presets[0]?.options ?? {},
  });
  await post(`/api/tables/${table.id}/start`);
  if (guided) switchCoach(game.id, true);
  me.person = person; // only now, so that nobody sees the lobby flash by
  go(`/table/${table.id}`);
}
