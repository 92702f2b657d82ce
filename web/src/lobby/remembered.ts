/** The last set-up of a table of each game, in this browser. */
import type { BotCard, GameCard, SeatPlan } from "../protocol";

type Value = string | number | boolean;
export interface SetUp {
  seats: SeatPlan[];
  options: Record<string, Value>;
  open: boolean;
  clock: number;
  noHelp: boolean;
}

const key = (game: string) => `emberstacks-table-${game}`;

export function remember(game: string, setUp: SetUp): void {
  localStorage.setItem(key(game), JSON.stringify(setUp));
}

/** The last set-up, as far as the game and its bots still allow it. */
export function remembered(game: GameCard, bots: BotCard[]): Partial<SetUp> {
  let kept: Partial<SetUp>;
  try {
    kept = JSON.parse(localStorage.getItem(key(game.id)) ?? "{}") as Partial<SetUp>;
  } catch {
    return {};
  }
  const known = (plan: SeatPlan) =>
    plan.kind === "bot" ? bots.some((bot) => bot.spec === plan.bot) : ["host", "open"].includes(plan.kind);
  const { seats, options } = kept;
  const fits = Array.isArray(seats) && seats.length >= game.min_players && seats.length <= game.max_players;
  const agreed = game.options.filter(({ name, choices }) => options?.[name] !== undefined && choices.includes(options[name]));
  return {
    ...(fits && seats.every(known) ? { seats } : {}),
    options: Object.fromEntries(agreed.map(({ name }) => [name, options![name]!])),
    open: kept.open === true,
    clock: Number(kept.clock ?? 0),
    noHelp: kept.noHelp === true,
  };
}
