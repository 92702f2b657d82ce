import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Update } from "../protocol";
import { stored } from "../test/browser";

/** A socket whose other end is the test. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  static get last(): Socket {
    return Socket.all.at(-1)!;
  }
  readyState = 0;
  said: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly address: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text) as Record<string, unknown>);
  }
  accept(): void {
    this.readyState = Socket.OPEN;
    this.onopen!();
  }
  tell(message: object): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const assigned: string[] = [];

function update(version: number, choices: string[] = ["draw", "score"]): Update {
  return {
    type: "update",
    version,
    choices: choices.map((text, code) => ({ text, code, label: text })),
    events: [],
    events_from: 0,
    can_undo: false,
    view: { waiting: [0] },
  } as unknown as Update;
}

const refusal = (code: string) => ({ type: "refused", code, message: "No.", clause: "", legal: [], version: 1 });

async function connected() {
  const { TableLink } = await import("./link.svelte");
  const link = new TableLink("t1");
  Socket.last.accept();
  Socket.last.tell(update(1));
  return link;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  stored();
  Socket.all = [];
  assigned.length = 0;
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", { protocol: "http:", host: "here", assign: (to: string) => assigned.push(to) });
  const listens = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("document", { ...listens, hidden: false, getAnimations: () => [] });
  vi.stubGlobal("window", { ...listens, setInterval, setTimeout });
});
afterEach(() => vi.useRealTimers());

test("a choice is sent with its version, and only once for a question", async () => {
  const link = await connected();
  link.move("draw");
  link.move("score");
  expect(Socket.last.said).toEqual([{ type: "move", version: 1, choice: "draw" }]);
  expect(link.pending).toEqual({ version: 1, choice: "draw", code: 0 });
  Socket.last.tell(update(2));
  expect(link.pending).toBeNull();
});

test("a choice that came too quickly is sent again, and one that is refused is told", async () => {
  const link = await connected();
  link.move("draw");
  Socket.last.tell(refusal("too-fast"));
  expect(Socket.last.said).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(Socket.last.said).toHaveLength(2);
  expect(link.refused).toBeNull();
  Socket.last.tell(refusal("illegal"));
  expect(link.refused?.code).toBe("illegal");
  expect(link.pending).toBeNull();
});

test("a choice that a dead socket has swallowed is sent on the next one, which asks for what was missed", async () => {
  const link = await connected();
  link.move("draw");
  Socket.last.close();
  expect(link.connection).toBe("lost");
  vi.advanceTimersByTime(300);
  expect(Socket.all).toHaveLength(2);
  expect(Socket.last.address).toBe("ws://here/ws/t1?seen=1");
  Socket.last.accept();
  Socket.last.tell(update(1));
  expect(Socket.last.said).toEqual([{ type: "move", version: 1, choice: "draw", code: 0 }]);
  expect(link.connection).toBe("open");
});

test("the waits between tries to come back grow to five seconds", async () => {
  await connected();
  for (const wait of [300, 600, 1200, 2400, 4800, 5000, 5000]) {
    const tries = Socket.all.length;
    Socket.last.close();
    vi.advanceTimersByTime(wait - 1);
    expect(Socket.all).toHaveLength(tries);
    vi.advanceTimersByTime(1);
    expect(Socket.all).toHaveLength(tries + 1);
  }
});

test("a table that is gone is not asked for again, and a person who has logged out is shown the lobby", async () => {
  const link = await connected();
  Socket.last.close(4404);
  vi.advanceTimersByTime(20_000);
  expect([link.connection, Socket.all.length]).toEqual(["gone", 1]);
  await connected();
  Socket.last.close(4401);
  expect(assigned).toEqual(["/"]);
});

test("a reason that was asked for too quickly is asked for again", async () => {
  const link = await connected();
  link.why("burn");
  Socket.last.tell(refusal("too-fast"));
  vi.advanceTimersByTime(1000);
  expect(Socket.last.said).toEqual([
    { type: "why", choice: "burn" },
    { type: "why", choice: "burn" },
  ]);
  Socket.last.tell({ type: "reason", choice: "burn", message: "You have no match.", clause: "1.1" });
  expect(link.reason?.message).toBe("You have no match.");
  Socket.last.tell(refusal("too-fast")); // of something else: what has its answer is not asked again
  vi.advanceTimersByTime(1000);
  expect(Socket.last.said).toHaveLength(2);
});

test("a reason is asked for again on the next socket, unless the question has changed", async () => {
  const link = await connected();
  link.why("burn");
  Socket.last.close();
  vi.advanceTimersByTime(300);
  Socket.last.accept();
  Socket.last.tell(update(1));
  expect(Socket.last.said).toEqual([{ type: "why", choice: "burn" }]);
  Socket.last.close();
  vi.advanceTimersByTime(300);
  Socket.last.accept();
  Socket.last.tell(update(2));
  expect(Socket.last.said).toEqual([]);
});

test("a silent server is asked, counts as lost, and is then given up for another connection", async () => {
  const link = await connected();
  vi.advanceTimersByTime(1200);
  expect(Socket.last.said).toContainEqual({ type: "ping" });
  expect(link.connection).toBe("open");
  vi.advanceTimersByTime(1800);
  expect([link.connection, Socket.all.length]).toEqual(["lost", 1]);
  vi.advanceTimersByTime(6600);
  expect(Socket.all).toHaveLength(2);
});

test("where people want to confirm, a choice waits for it", async () => {
  stored({ "emberstacks-settings": JSON.stringify({ confirm: "yes" }) });
  const link = await connected();
  link.move("draw");
  expect(link.doubt).toEqual({ version: 1, choice: "draw", code: 0 });
  expect(Socket.last.said).toEqual([]);
  link.move("draw", true);
  expect(link.doubt).toBeNull();
  expect(Socket.last.said).toEqual([{ type: "move", version: 1, choice: "draw" }]);
});

test("what the coach regrets is asked about once, and only for the question it is about", async () => {
  const link = await connected();
  link.coached = { version: 1, choice: 1, regrets: { "0": "That costs 3 points." } };
  expect(link.regret("draw")).toBe("That costs 3 points.");
  expect(link.regret("score")).toBe("");
  link.move("draw");
  expect(link.doubt?.choice).toBe("draw");
  link.move("draw", true);
  Socket.last.tell(update(2));
  expect(link.regret("draw")).toBe("");
  link.coached = { version: 2, choice: 1, regrets: { "0": "That costs 3 points." } };
  link.move("draw"); // the same advice was turned down before
  expect(link.doubt).toBeNull();
});
