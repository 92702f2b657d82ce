/** What is shown of a game, and when: updates that come together are shown one after the other, and words follow pieces. */
import { motion, settings } from "../lib/settings.svelte";
import type { EventInfo, Update } from "../protocol";

const BEAT = 350; // milliseconds for an event that no screen gives a time of its own
const MOST = 1500; // milliseconds that anything may be late
const SLOW = { beat: 1200, most: 60_000 }; // for those who want to follow every step

export class Show {
  update = $state.raw<Update | null>(null); // what the pieces show
  events = $state.raw<EventInfo[]>([]);
  fresh = $state.raw(0); // how many events came with it
  told = $state.raw<Update | null>(null); // what prompt, log and seats say: the same, a beat later
  log = $state.raw<EventInfo[]>([]);
  running = $state.raw(false);

  /** How long the pieces of a screen need to show an event of a kind, where it is not the usual beat. */
  beats: Record<string, number> = {};

  /** When the pieces last changed, in milliseconds. */
  shown = 0;

  private coming: { update: Update; at: number }[] = [];
  private timer = 0;

  /** Somebody has just come in or come back: nothing moves. */
  begin(update: Update): void {
    this.coming = [];
    this.put(update);
    this.fresh = 0;
    this.next();
  }

  hear(update: Update): void {
    this.coming.push({ update, at: performance.now() });
    if (!this.running) this.next();
  }

  /** At once to the end of it: everything is shown as it stands now. */
  skip(): void {
    if (!this.running) return;
    let fresh = 0;
    for (const { update } of this.coming.splice(0)) {
      this.put(update);
      fresh += this.fresh;
    }
    if (fresh) this.fresh = fresh;
    this.next();
    for (const moving of document.getAnimations()) {
      if (moving.effect?.getComputedTiming().endTime !== Infinity) moving.finish();
    }
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private put(update: Update): void {
    this.events = [...this.events.slice(0, update.events_from), ...update.events];
    this.fresh = update.events.length;
    this.update = update;
    this.shown = performance.now();
  }

  /** Tell what the pieces have shown, and let them show what comes next. */
  private next = (): void => {
    clearTimeout(this.timer);
    this.told = this.update;
    this.log = this.events;
    const first = this.coming.shift();
    this.running = first !== undefined;
    if (!first) return;
    this.put(first.update);
    const beat = this.beat(first.at);
    if (beat > 0) this.timer = window.setTimeout(this.next, beat);
    else this.next();
  };

  /** The longest time that one of the new events needs; less where much is waiting, so that the last is not late. */
  private beat(at: number): number {
    const { events, can_undo } = this.update!;
    if (document.hidden || can_undo || events.length === 0) return 0; // what can be taken back has told nobody anything
    const wanted = Math.max(...events.map((event) => this.beats[event.kind] ?? BEAT));
    if (settings.pace === "once") return 0;
    const most = settings.pace === "slow" ? SLOW.most : MOST;
    const left = ((this.coming.at(-1)?.at ?? at) + most - performance.now()) / (this.coming.length + 1);
    if (settings.pace === "slow") return Math.min(Math.max(wanted, SLOW.beat), left);
    return motion(Math.min(settings.pace === "fast" ? wanted / 2 : wanted, left));
  }
}
