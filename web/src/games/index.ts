/** The screens of the games: each folder here that has an index.ts draws one; any other game is drawn by the neutral board. */
import type { Component } from "svelte";

import { loadBox } from "../lib/catalogue.svelte";
import type { Sound } from "../lib/sound";
import type { EventInfo, SeatInfo, Update } from "../protocol";
import type { Verb } from "../table/arrange";

export interface BoardProps {
  update: Update;
  events: EventInfo[];
  fresh: number;
  seats: SeatInfo[];
  you: number | null;
  choose: (choice: string) => void;
  undo?: () => void;
  /** Put one's marker on a piece, in games that have them; "" takes it back. */
  mark?: (piece: string) => void;
}

export interface SeatProps {
  update: Update;
  seat: number;
  choose: (choice: string) => void;
}

export interface PieceProps {
  kind: string;
  number: number;
}

export interface Screen {
  /** What lies on the table; it fills the stage, whatever its size. */
  board: Component<BoardProps>;
  /** What the person has: hand, tokens, points, in one strip. */
  mine?: Component<BoardProps>;
  /** The one thing that matters in this game, in the bar: how far it is, and when it ends. */
  clock?: Component<BoardProps>;
  /** A piece of the box, for the gallery and the rules, which fetch it. */
  piece?: () => Promise<{ default: Component<PieceProps> }>;
  /** What lies before each player, in a line beside the name. */
  seat?: Component<SeatProps>;
  /** The kinds of choices, with their letters and places. */
  verbs?: Verb[];
  /** Milliseconds that the pieces need to show an event of a kind, where it is more than a beat: words wait for them. */
  beats?: Record<string, number>;
  /** Events that can be heard, by their kind. */
  sounds?: Record<string, Sound>;
  /** All win or lose together, so that nobody has points of their own. */
  together?: boolean;
}

const drawn = import.meta.glob<{ default: Screen }>("./*/index.ts");

/** The screen of a game, fetched when somebody first looks at it. */
export async function screenOf(game: string): Promise<Screen> {
  const found = drawn[`./${game}/index.ts`];
  if (!found) return { board: (await import("../neutral/Board.svelte")).default };
  const [screen] = await Promise.all([found(), loadBox(game)]);
  return screen.default;
}

/** What draws the pieces of a game's box. */
export async function pieceOf(game: string): Promise<Component<PieceProps> | undefined> {
  return (await (await screenOf(game)).piece?.())?.default;
}
