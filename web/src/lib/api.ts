/** HTTP: what is refused becomes a Trouble with a sentence. */
import type { Trouble } from "../protocol";

export class Refusal extends Error {
  constructor(public trouble: Trouble) {
    super(trouble.message);
  }
}

/** Something nobody can guess. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) {
    let trouble: Trouble = { code: "unknown", message: "The server did not answer as it should.", clause: "" };
    try {
      trouble = JSON.parse(text) as Trouble;
    } catch {
      /* not our server's words */
    }
    throw new Refusal(trouble);
  }
  return (text ? JSON.parse(text) : null) as T;
}

export const get = <T>(path: string) => call<T>("GET", path);
export const post = <T>(path: string, body?: unknown) => call<T>("POST", path, body);
