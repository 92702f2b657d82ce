/** Draw a finished game again in the browser: the fingerprint of the secret, then an HMAC of the number of each draw. */
import type { Proof } from "../protocol";

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

function hex(data: ArrayBuffer): string {
  return [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function check(proof: Proof, commitment: string): Promise<{ draws: number; wrong: string }> {
  if (!("subtle" in crypto)) return { draws: 0, wrong: "this browser checks draws only over https" };
  const secret = bytes(proof.secret);
  if (`sha256:${hex(await crypto.subtle.digest("SHA-256", secret))}` !== commitment)
    return { draws: 0, wrong: "the secret does not fit the fingerprint that was published before the first draw" };
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (const [number, draw] of proof.draws.entries()) {
    const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(String(number)));
    const total = draw.weights.reduce((sum, weight) => sum + weight, 0);
    let rest = Number(BigInt(`0x${hex(digest)}`) % BigInt(total));
    const drawn = draw.weights.findIndex((weight) => (rest -= weight) < 0);
    if (drawn !== draw.outcome)
      return { draws: number, wrong: `draw ${number + 1} (${draw.text}) does not follow from the secret` };
  }
  return { draws: proof.draws.length, wrong: "" };
}
