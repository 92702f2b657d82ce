/** The side of a puzzle that the parts of a table talk to: its only move is the answer, which the server grades. */
import { seated } from "../learn/seated";
import { get, post } from "../lib/api";
import type { PuzzleGrade, PuzzleScene, Reason } from "../protocol";
import { Link } from "../table/base.svelte";
import { say } from "./words";

export class PuzzleLink extends Link {
  scene = $state.raw<PuzzleScene | null>(null);
  /** What was answered, and what that is worth. */
  answer = $state.raw<{ choice: string; label: string; grade: PuzzleGrade } | null>(null);
  problem = $state("");

  /** The puzzles of a game, or the decisions of a table. */
  constructor(
    readonly kind: "puzzle" | "mistakes",
    readonly of: string,
    readonly number: number,
  ) {
    super();
    this.connection = "open";
    void this.open();
  }

  move(choice: string): void {
    if (!this.scene || this.pending || this.answer) return;
    const label = this.show.update?.choices.find(({ text }) => text === choice)?.label;
    if (label === undefined) return void this.why(choice);
    this.pending = { version: this.show.update!.version, choice };
    void this.tried(
      post<PuzzleGrade>(this.path, { choice }).then((grade) => {
        this.answer = { choice, label, grade };
        const { update } = this.scene!;
        this.show.begin({ ...update, choices: [], view: { ...update.view, waiting: [] } }); // nobody is asked any more
      }),
    ).then(() => (this.pending = null));
  }

  again(): void {
    this.answer = null;
    this.show.begin(this.scene!.update);
  }

  why(choice: string): void {
    this.reason = null;
    void post<Reason>(`${this.path}/why`, { choice }).then(
      (reason) => (this.reason = reason),
      () => undefined,
    );
  }

  undo(): void {}

  private get path(): string {
    const place = `${this.of}/${this.scene?.number ?? this.number}`;
    return this.kind === "puzzle" ? `/api/puzzles/${place}` : `/api/mistakes/${place}`;
  }

  private open(): Promise<void> {
    return this.tried(
      get<PuzzleScene>(this.path).then((scene) => {
        this.table = seated("puzzle", scene.game, say.puzzle, scene);
        this.you = scene.you;
        this.scene = scene;
        this.show.begin(scene.update);
      }),
    );
  }

  private tried(work: Promise<void>): Promise<void> {
    return work.then(
      () => void (this.problem = ""),
      (error: unknown) => void (this.problem = error instanceof Error ? error.message : String(error)),
    );
  }
}
