/** HTTP: what is refused becomes a Trouble with a sentence, and a server that is not there becomes Away. */
import type { Trouble } from "../protocol";
import { words } from "./words";

export class Refusal extends Error {
  constructor(public trouble: Trouble) {
    super(trouble.message);
  }
}

/** The server cannot be reached, or whatever stands before it says so. */
export class Away extends Error {
  constructor() {
    super(words.serverAway);
  }
}

/** Something nobody can guess. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    text = await answer.text();
  } catch {
    throw new Away();
  }
  if (!answer.ok) {
    let trouble: Trouble;
    try {
      trouble = JSON.parse(text) as Trouble;
    } catch {
      throw new Away(); // not our server's words
    }
    throw new Refusal(trouble);
  }
  return (text ? JSON.parse(text) : null) as T;
}

export const get = <T>(path: string) => call<T>("GET", path);
export const post = <T>(path: string, body?: unknown) => call<T>("POST", path, body);
