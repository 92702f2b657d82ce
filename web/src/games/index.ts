/** The boards that somebody has drawn; a game without one is shown by the neutral table. */
import type { Component } from "svelte";

import type { EventInfo, SeatInfo, Update } from "../protocol";
import Fire from "./fire/Board.svelte";
import FireRail from "./fire/Rail.svelte";
import FireSeat from "./fire/SeatPart.svelte";
import FirePrototype from "./fire-prototype/Board.svelte";

export interface BoardProps {
  update: Update;
  events: EventInfo[];
  fresh: number;
  seats: SeatInfo[];
  you: number | null;
  choose: (choice: string) => void;
}

export interface SeatProps {
  update: Update;
  seat: number;
  choose: (choice: string) => void;
}

export const boards: Record<string, Component<BoardProps>> = { fire: Fire, "fire-prototype": FirePrototype };

/** What lies before each player, shown with the seat. */
export const seatParts: Record<string, Component<SeatProps>> = { fire: FireSeat };

/** What stands beside the table, shown beneath the seats. */
export const rails: Record<string, Component<BoardProps>> = { fire: FireRail };
