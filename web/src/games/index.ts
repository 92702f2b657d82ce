/** The boards that somebody has drawn; a game without one is shown by the neutral table. */
import type { Component } from "svelte";

import type { EventInfo, SeatInfo, Update } from "../protocol";
import FirePrototype from "./fire-prototype/Board.svelte";

export interface BoardProps {
  update: Update;
  events: EventInfo[];
  fresh: number;
  seats: SeatInfo[];
  you: number | null;
  choose: (choice: string) => void;
}

export const boards: Record<string, Component<BoardProps>> = { "fire-prototype": FirePrototype };
