/** The side of a lesson that the parts of a table talk to: its moves are answered by the lesson and not by a table. */
import { post } from "../lib/api";
import type { LessonScene, Reason } from "../protocol";
import { Link } from "../table/base.svelte";
import { keepDone, keepPlace } from "./progress.svelte";
import { seated } from "./seated";

const SAID = "emberstacks-said-lesson"; // see table/Announcer.svelte

export class LessonLink extends Link {
  scene = $state.raw<LessonScene | null>(null);
  tried = $state.raw<string[]>([]);
  /** A legal answer that is not the lesson's, and what the lesson says of it; nothing has happened yet. */
  other = $state.raw<{ choice: string; label: string; said: string } | null>(null);
  problem = $state("");

  private asked = 0;

  constructor(
    readonly game: string,
    readonly number: number,
    stop: number,
  ) {
    super();
    this.connection = "open";
    void this.go(stop, [], false);
  }

  get last(): boolean {
    return this.scene !== null && this.scene.stop === this.scene.stops - 1;
  }

  move(choice: string): void {
    const { scene } = this;
    if (!scene || this.pending || this.other) return;
    const label = this.show.update?.choices.find(({ text }) => text === choice)?.label;
    if (label === undefined) return void this.why(choice);
    this.refused = null;
    if (this.tried.length) void this.go(scene.stop, [...this.tried, choice], true, choice);
    else if (choice === scene.wanted) void this.go(scene.stop + 1, [], true, choice);
    else this.other = { choice, label, said: scene.others[choice] ?? "" };
  }

  tryIt(): void {
    if (this.other) void this.go(this.scene!.stop, [this.other.choice], true);
  }

  takeBack(): void {
    if (this.tried.length) void this.go(this.scene!.stop, [], false);
    else this.other = null;
  }

  next(): void {
    if (this.scene && !this.last) void this.go(this.scene.stop + 1, [], this.tried.length === 0);
  }

  back(): void {
    if (this.tried.length || this.other) this.takeBack();
    else if (this.scene?.stop) void this.go(this.scene.stop - 1, [], false);
  }

  again(): void {
    void this.go(0, [], false);
  }

  why(choice: string): void {
    this.reason = null;
    const place = { stop: this.scene?.stop ?? 0, tried: this.tried, choice };
    void post<Reason>(`${this.path}/why`, place).then(
      (reason) => (this.reason = reason),
      () => undefined,
    );
  }

  undo(): void {}

  private get path(): string {
    return `/api/lessons/${this.game}/${this.number}`;
  }

  /** To a place of the lesson; forwards it is shown move by move, elsewhere at once. */
  private async go(stop: number, tried: string[], forwards: boolean, sent = ""): Promise<void> {
    const mine = ++this.asked;
    if (sent) this.pending = { version: this.show.update?.version ?? 0, choice: sent };
    try {
      const scene = await post<LessonScene>(this.path, { stop, tried });
      if (mine !== this.asked) return;
      this.show.skip();
      this.put(scene, tried, forwards);
      this.problem = "";
    } catch (error) {
      if (mine === this.asked) this.problem = error instanceof Error ? error.message : String(error);
    }
    this.pending = null;
  }

  private put(scene: LessonScene, tried: string[], forwards: boolean): void {
    const end = scene.updates.at(-1)!;
    this.table ??= seated("lesson", this.game, scene.title, scene);
    this.you = scene.you;
    this.tried = tried;
    this.other = this.reason = null;
    this.scene = scene;
    if (!this.show.update) sessionStorage.setItem(SAID, String(scene.events.length)); // what came before the first words needs no announcement
    if (forwards && this.show.update) for (const update of scene.updates) this.show.hear(update);
    else this.show.begin({ ...end, events_from: 0, events: scene.events });
    if (this.last) keepDone(this.game, this.number);
    else if (!tried.length) keepPlace(this.game, this.number, scene.stop);
  }
}
