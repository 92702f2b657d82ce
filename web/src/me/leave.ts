/** Leaving this browser, or for ever. */
import { call } from "../lib/api";
import { forgetSettings } from "../lib/settings.svelte";
import { subscription, turnOff } from "./push";

/** Nothing of the person stays, not even in the page's memory. */
function forget(): void {
  forgetSettings();
  localStorage.clear();
  sessionStorage.clear();
  location.assign("/");
}

export async function logOut(): Promise<void> {
  await turnOff().catch(() => undefined);
  await call("DELETE", "/api/session");
  forget();
}

export async function logOutEverywhere(): Promise<void> {
  await turnOff().catch(() => undefined);
  await call("DELETE", "/api/session/all");
  forget();
}

export async function deleteMe(name: string, password: string): Promise<void> {
  await call("POST", "/api/mine/delete", { name, password });
  await (await subscription())?.unsubscribe();
  forget();
}
