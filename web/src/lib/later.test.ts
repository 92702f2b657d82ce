import { beforeEach, expect, test, vi } from "vitest";

let frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
});

test("each comes in a task of its own, in order", async () => {
  const { later } = await import("./later");
  const seen: string[] = [];
  later(() => {
    seen.push("one");
    later(() => seen.push("three"));
  });
  later(() => seen.push("two"));
  expect(seen).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(seen).toEqual(["one"]);
  vi.advanceTimersToNextTimer();
  vi.advanceTimersToNextTimer();
  expect(seen).toEqual(["one", "two", "three"]);
});

test("one that fails does not keep the others waiting", async () => {
  const { later } = await import("./later");
  const seen: string[] = [];
  later(() => {
    throw new Error("broken");
  });
  later(() => seen.push("two"));
  expect(() => vi.advanceTimersToNextTimer()).toThrow("broken");
  vi.advanceTimersToNextTimer();
  expect(seen).toEqual(["two"]);
});

test("what is to be seen first is drawn first, once", async () => {
  const { later, seeFirst } = await import("./later");
  const seen: string[] = [];
  seeFirst();
  later(() => seen.push("one"));
  expect(frames.length).toBe(1);
  frames[0]!();
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(["one"]);
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual(["one"]);
});

test("a page that nobody sees draws no frame, and goes on", async () => {
  const { later, seeFirst } = await import("./later");
  const seen: string[] = [];
  seeFirst();
  later(() => seen.push("one"));
  vi.advanceTimersByTime(99);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual(["one"]);
});
