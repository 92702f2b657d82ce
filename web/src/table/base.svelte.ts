/** What the parts of a table need to know of a game, and what they can ask of it: a table and a lesson each have a link of their own. */
import type { LessonScene, Reason, Refused, TableInfo } from "../protocol";
import { Show } from "./show.svelte";

export interface Sent {
  version: number;
  choice: string;
}

export abstract class Link {
  table = $state<TableInfo | null>(null);
  you = $state<number | null>(null);
  readonly show = new Show();
  refused = $state<Refused | null>(null);
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

/** Lessons and puzzles have no table; this is what boards and seats want to know of one. */
export function seated(id: string, game: string, title: string, scene: Pick<LessonScene, "options" | "seats">): TableInfo {
  return {
    id,
    game,
    title,
    options: scene.options,
    public: false,
    clock: 0,
    silent: true,
    help: false,
    status: "open", // nobody can leave it or end it
    host: "",
    seats: scene.seats,
    created: 0,
    commitment: "",
    result: "",
    next: "",
    aside: "",
  };
}
