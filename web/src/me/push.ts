/** Web Push in this browser: whether it can, whether it does, and turning it on and off. */
import { call, get, post } from "../lib/api";
import type { Addresses } from "../protocol";
import { say } from "./words";

export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

function text(key: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer()));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Ask the person and the browser, then tell the server; false if the person forbids it. */
export async function turnOn(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const worker = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  const made = await worker.pushManager.subscribe(wish).catch(() => {
    throw new Error(say.browserRefused); // its own words are for programmers
  });
  const body = { endpoint: made.endpoint, p256dh: text(made.getKey("p256dh")), auth: text(made.getKey("auth")) };
  await post("/api/mine/addresses/push", body);
  return true;
}

/** This browser tells nobody anything any more: before somebody logs out, or when they turn it off. */
export async function turnOff(): Promise<void> {
  const here = await subscription();
  if (!here) return;
  const { addresses } = await get<Addresses>("/api/mine/addresses");
  for (const one of addresses) if (one.target === here.endpoint) await call("DELETE", `/api/mine/addresses/${one.id}`);
  await here.unsubscribe();
}
