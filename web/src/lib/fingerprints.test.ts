import { expect, test } from "vitest";

import { stored } from "../test/browser";
import { firstFingerprint, keepFingerprint } from "./fingerprints";

const KEY = "emberstacks-fingerprints";

test("the first fingerprint of a table stays", () => {
  stored();
  keepFingerprint("a", "one");
  keepFingerprint("a", "two");
  expect(firstFingerprint("a")).toBe("one");
  expect(firstFingerprint("b")).toBeUndefined();
});

test("none is not a fingerprint", () => {
  const kept = stored();
  keepFingerprint("a", "");
  expect(kept.size).toBe(0);
});

test("only the newest tables are kept", () => {
  stored();
  for (let table = 0; table < 302; table++) keepFingerprint(`t${table}`, "x");
  expect(firstFingerprint("t1")).toBeUndefined();
  expect(firstFingerprint("t2")).toBe("x");
  expect(firstFingerprint("t301")).toBe("x");
});

test("what cannot be read is as good as nothing", () => {
  stored({ [KEY]: "{no" });
  expect(firstFingerprint("a")).toBeUndefined();
  keepFingerprint("a", "one");
  expect(firstFingerprint("a")).toBe("one");
});
