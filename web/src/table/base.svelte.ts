/** What the parts of a table need to know of a game, and what they can ask of it: a table and a lesson each have a link of their own. */
import type { Reason, Refused, TableInfo } from "../protocol";
import { Show } from "./show.svelte";

export interface Sent {
  version: number;
  choice: string;
  code?: number; // of the choice, for those who judge it
}

export abstract class Link {
  table = $state.raw<TableInfo | null>(null);
  you = $state<number | null>(null);
  readonly show = new Show();
  refused = $state.raw<Refused | null>(null);
  reason = $state.raw<Reason | null>(null);
  connection = $state<"open" | "lost" | "gone">("lost");
  /** A choice that was sent and not yet answered. */
  pending = $state.raw<Sent | null>(null);

  abstract move(choice: string): void;
  /** Ask why something cannot be answered now. */
  abstract why(choice: string): void;
  abstract undo(): void;

  close(): void {
    this.show.close();
  }
}
