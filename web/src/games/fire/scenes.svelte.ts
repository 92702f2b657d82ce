/** What the stage shows after a turn: the table has gone on when the news comes, so its last sight is kept for a moment. */
import type { EventInfo } from "../../protocol";
import { FREE, sum, tokensOn } from "./box";
import type { Happening, TableState } from "./state";

const FIRE_SCENE = 3200;
const SCENE = 2200;
const MOVES = ["draw", "place", "take", "charm", "round"];

export type Scene =
  | { kind: "fire"; card: number; holder: number; tokens: number[]; burned: number[] }
  | { kind: "score"; card: number; holder: number; tokens: number[]; points: number }
  | { kind: "robot"; piece: number; burned: number[]; points: number };

/** The tokens of the active card with those that came with these events. */
function withDrawn(before: TableState, now: TableState, events: Happening[]): number[] {
  const tokens = tokensOn(before, before.card);
  const chosen =
    events.some((event) => event.kind === "place" || event.kind === "stake") || sum(before.looked) + sum(now.looked) > 0;
  for (const event of events) {
    if (event.kind !== (chosen ? "place" : "draw")) continue;
    const [, token] = event.args;
    const space = tokens.indexOf(FREE);
    if (space >= 0) tokens[space] = token;
  }
  return tokens;
}

export function scenesOf(before: TableState, now: TableState, news: EventInfo[], robot: number): Scene[] {
  const events = news as Happening[];
  const scenes: Scene[] = [];
  const flip = events.findIndex((event) => event.kind === "flip");
  const turn = flip < 0 ? events : events.slice(0, flip);
  const holder = before.holder[before.card] ?? FREE;
  if (holder >= 0 && holder !== robot) {
    const burned = [
      ...new Set(
        turn
          .slice(turn.findIndex((event) => event.kind === "spread"))
          .filter((event) => event.kind === "burn")
          .map(({ args: [section] }) => section),
      ),
    ];
    const scored = turn.filter((event) => event.kind === "score").find(({ args: [who] }) => who === holder);
    const sight = { card: before.card, holder, tokens: withDrawn(before, now, turn) };
    if (turn.some((event) => event.kind === "spread")) scenes.push({ kind: "fire", ...sight, burned });
    else if (scored) scenes.push({ kind: "score", ...sight, points: scored.args[1] });
  }
  if (flip >= 0) {
    const after = events.slice(flip);
    const burned = after.filter((event) => event.kind === "burn").map(({ args: [section] }) => section);
    const points = after.filter((event) => event.kind === "score").find(({ args: [who] }) => who === robot)?.args[1] ?? 0;
    const [piece] = after.filter((event) => event.kind === "flip")[0]!.args;
    scenes.push({ kind: "robot", piece, burned, points });
  }
  return scenes;
}

export class Stage {
  scene = $state<Scene | null>(null);
  private queue: Scene[] = [];
  private timer = 0;

  /** News has come: new scenes replace old ones, and a move on the table ends them. */
  hear(scenes: Scene[], events: EventInfo[]): void {
    if (scenes.length) {
      this.queue = scenes;
      this.next();
    } else if (events.some((event) => MOVES.includes(event.kind))) this.close();
  }

  close(): void {
    this.queue = [];
    this.next();
  }

  private next(): void {
    clearTimeout(this.timer);
    this.scene = this.queue.shift() ?? null;
    if (this.scene) this.timer = window.setTimeout(() => this.next(), this.scene.kind === "fire" ? FIRE_SCENE : SCENE);
  }
}
