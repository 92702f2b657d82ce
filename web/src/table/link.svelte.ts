/** The live side of a table: one socket, opened again whenever it breaks; it knows no rule of any game. */
import { get } from "../lib/api";
import { renewIfOld } from "../lib/build";
import { setClock } from "../lib/clock";
import { keepFingerprint } from "../lib/fingerprints";
import { later } from "../lib/later";
import { settings } from "../lib/settings.svelte";
import type { ChatLine, Clause, Incoming, Outgoing } from "../protocol";
import { Link, type Sent } from "./base.svelte";

const GONE = 4404;
const LOGGED_OUT = 4401;
const TICK = 600; // milliseconds between two looks at the clock
const QUIET = 1000; // after which the server is asked whether it is there
const LOST = 2400; // after which the connection counts as lost
const SLOWER = 1000; // until a choice is sent again that came too quickly
const DEAD = 9000; // after which another one is tried

export class TableLink extends Link {
  chat = $state<ChatLine[]>([]);

  private socket: WebSocket | null = null;
  private wait = 300;
  private closed = false;
  private heard = 0; // when the server last said something
  private timer = window.setInterval(() => this.listen(), TICK);
  private fresh = true; // nothing was heard yet since the socket was opened
  private seen = 0; // the last version told: the server process that answers next must know at least as much

  constructor(readonly id: string) {
    super();
    this.open();
    window.addEventListener("online", this.retry);
    window.addEventListener("offline", this.ping);
    document.addEventListener("visibilitychange", this.retry);
  }

  override close(): void {
    this.closed = true;
    clearInterval(this.timer);
    window.removeEventListener("online", this.retry);
    window.removeEventListener("offline", this.ping);
    document.removeEventListener("visibilitychange", this.retry);
    this.socket?.close();
    super.close();
  }

  /** Come in again: a socket knows only who somebody was when it was opened. */
  renew(): void {
    this.wait = 50;
    this.socket?.close();
  }

  say(message: Incoming): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** A choice that the person has not confirmed yet, where they want to be asked or the coach has doubts. */
  doubt = $state.raw<Sent | null>(null);
  /** What the coach would do, and what it says of costly choices by their codes, for the question of a version. */
  coached = $state.raw<{ version: number; choice: number | null; regrets: Record<string, string> }>({
    version: -1,
    choice: null,
    regrets: {},
  });

  /** The rule that the coach tells for the first time with the question of a version. */
  taught: { version: number; rule: Clause | null } = { version: -1, rule: null };

  /** What the coach says of a choice; empty if it is fine. */
  regret(choice: string): string {
    const code = this.codeOf(choice);
    return code !== undefined && this.coached.version === this.show.update?.version ? (this.coached.regrets[code] ?? "") : "";
  }

  private codeOf(choice: string): number | undefined {
    return this.show.update?.choices.find(({ text }) => text === choice)?.code;
  }

  private readonly insisted = new Set<string>();

  /** What the coach would rather see; advice that somebody has turned down once is not given again. */
  private advice(choice: string): string {
    return `${choice}: ${this.coached.choice}`;
  }

  move(
    choice: string,
    sure = (settings.confirm === "no" && (!this.regret(choice) || this.insisted.has(this.advice(choice)))) ||
      this.codeOf(choice) === undefined,
  ): void {
    if (!this.show.update || this.connection !== "open") return;
    if (this.pending?.version === this.show.update.version) return; // this question is answered: a second answer could only be refused
    if (sure && this.doubt?.choice === choice) this.insisted.add(this.advice(choice));
    const made = { version: this.show.update.version, choice, code: this.codeOf(choice) };
    this.doubt = sure ? null : made;
    if (!sure) return;
    this.refused = null;
    this.pending = made;
    this.again();
  }

  /** Send a choice that still has no answer, if need be once more; a version takes only one. */
  private again(): void {
    if (!this.pending || this.pending.version !== this.show.update?.version) return;
    this.say({ type: "move", version: this.pending.version, choice: this.pending.choice });
  }

  private wondered = ""; // what somebody asked why not about, until the reason has come or the question changes

  why(choice: string): void {
    this.reason = null;
    this.wondered = choice;
    this.wonder();
  }

  /** Ask for a reason that has not come, if need be once more. */
  private wonder(): void {
    if (this.wondered) this.say({ type: "why", choice: this.wondered });
  }

  undo(): void {
    if (this.show.update && this.connection === "open") this.say({ type: "undo", version: this.show.update.version });
  }

  private ping = (): void => this.say({ type: "ping" });

  /** A connection can die without a word, so a silent server is asked, and one that does not answer is lost. */
  private listen(): void {
    if (this.closed || this.socket?.readyState !== WebSocket.OPEN) return;
    if (document.hidden) return;
    const silence = performance.now() - this.heard;
    if (silence > DEAD) this.drop();
    else if (silence > QUIET) this.ping();
    if (silence > LOST && this.connection === "open") this.connection = "lost";
  }

  /** Give a dead socket up: it may take minutes to close by itself. */
  private drop(): void {
    const socket = this.socket!;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.socket = null;
    this.connection = "lost";
    this.open();
  }

  /** Lines are numbered from 1, so the first one shows whether something was said before it. */
  get moreChat(): boolean {
    return (this.chat[0]?.number ?? 1) > 1;
  }

  async loadEarlierChat(): Promise<void> {
    const first = this.chat[0]?.number;
    if (first) this.keep(await get<ChatLine[]>(`/api/tables/${this.id}/chat?before=${first}`));
  }

  private keep(lines: ChatLine[]): void {
    const known = new Set(this.chat.map((line) => line.number));
    this.chat = [...this.chat, ...lines.filter((line) => !known.has(line.number))].sort((a, b) => a.number - b.number);
  }

  private retry = (): void => {
    this.heard = performance.now(); // the clock may have stood still behind another window
    this.ping();
    if (!document.hidden && this.connection === "lost") this.open();
  };

  private open(): void {
    if (this.closed || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const server = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    const socket = new WebSocket(`${server}/ws/${this.id}?seen=${this.seen}`);
    this.socket = socket;
    this.fresh = true;
    socket.onopen = () => {
      if (this.table) void renewIfOld(); // it was broken, perhaps because another server has taken its place
      this.heard = performance.now();
      this.connection = "open";
      this.wait = 300;
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as Outgoing);
    socket.onclose = (event) => {
      if (event.code === LOGGED_OUT) return location.assign("/"); // in another tab, on another device, or by a new password
      this.connection = event.code === GONE ? "gone" : "lost";
      if (this.connection === "lost" && !this.closed) {
        setTimeout(this.retry, this.wait);
        this.wait = Math.min(this.wait * 2, 5000);
      }
    };
  }

  private hear(message: Outgoing): void {
    this.heard = performance.now();
    if (this.connection === "lost") this.connection = "open";
    switch (message.type) {
      case "table":
        this.table = message.table;
        if (message.table.status !== "over") later(() => keepFingerprint(this.id, message.table.commitment)); // storage is slow when it is first used
        this.you = message.you;
        break;
      case "update":
        setClock(message.now);
        if (message.version > this.seen) this.wondered = "";
        if (this.fresh) this.wonder(); // it may have been asked on a socket that was dead
        this.seen = Math.max(this.seen, message.version);
        if (this.fresh && this.pending?.version === message.version)
          this.say({ type: "move", ...this.pending }); // it has not arrived; twice it cannot count
        else this.pending = null;
        if (this.fresh) this.show.begin(message);
        else this.show.hear(message);
        this.fresh = false;
        this.refused = null;
        break;
      case "reason":
        this.reason = message;
        if (message.choice === this.wondered) this.wondered = "";
        break;
      case "chat":
        this.keep([message]);
        break;
      case "refused":
        if (message.code === "too-fast" && (this.pending || this.wondered)) {
          // neither a choice nor a question is lost because others came too quickly before it
          setTimeout(() => (this.again(), this.wonder()), SLOWER);
          break;
        }
        this.wondered = "";
        this.pending = null;
        this.refused = message;
        break;
    }
  }
}
