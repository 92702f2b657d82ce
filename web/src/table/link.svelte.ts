/** The live side of a table: one socket, opened again whenever it breaks; it knows no rule of any game. */
import { get } from "../lib/api";
import type { ChatLine, Incoming, Outgoing, Refused, TableInfo } from "../protocol";
import { Show } from "./show.svelte";

const GONE = 4404;

export class TableLink {
  table = $state<TableInfo | null>(null);
  you = $state<number | null>(null);
  readonly show = new Show();
  chat = $state<ChatLine[]>([]);
  refused = $state<Refused | null>(null);
  connection = $state<"open" | "lost" | "gone">("lost");

  private socket: WebSocket | null = null;
  private wait = 300;
  private closed = false;
  private anew = true; // nothing was heard yet since the socket was opened
  private seen = 0; // the last version told: whichever server process answers next must know at least as much

  constructor(private id: string) {
    this.open();
    window.addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.retry);
  }

  close(): void {
    this.closed = true;
    window.removeEventListener("online", this.retry);
    document.removeEventListener("visibilitychange", this.retry);
    this.socket?.close();
    this.show.close();
  }

  /** Come in again: a socket knows only who somebody was when it was opened. */
  renew(): void {
    this.wait = 50;
    this.socket?.close();
  }

  say(message: Incoming): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  move(choice: string): void {
    this.refused = null;
    if (this.show.update) this.say({ type: "move", version: this.show.update.version, choice });
  }

  undo(): void {
    if (this.show.update) this.say({ type: "undo", version: this.show.update.version });
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
    if (!document.hidden && this.connection === "lost") this.open();
  };

  private open(): void {
    if (this.closed || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const server = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
    const socket = new WebSocket(`${server}/ws/${this.id}?seen=${this.seen}`);
    this.socket = socket;
    this.anew = true;
    socket.onopen = () => {
      this.connection = "open";
      this.wait = 300;
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as Outgoing);
    socket.onclose = (event) => {
      this.connection = event.code === GONE ? "gone" : "lost";
      if (this.connection === "lost" && !this.closed) {
        setTimeout(this.retry, this.wait);
        this.wait = Math.min(this.wait * 2, 5000);
      }
    };
  }

  private hear(message: Outgoing): void {
    switch (message.type) {
      case "table":
        this.table = message.table;
        this.you = message.you;
        break;
      case "update":
        this.seen = Math.max(this.seen, message.version);
        if (this.anew) this.show.begin(message);
        else this.show.hear(message);
        this.anew = false;
        this.refused = null;
        break;
      case "chat":
        this.keep([message]);
        break;
      case "refused":
        this.refused = message;
        break;
    }
  }
}
