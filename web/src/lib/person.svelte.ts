/** Who sits before this screen. */
import type { DeviceLink, Person } from "../protocol";
import { call, get, post } from "./api";
import { fetchSettings } from "./settings.svelte";

export const me = $state({ person: null as Person | null });

export async function whoAmI(): Promise<void> {
  me.person = await get<Person | null>("/api/session");
  if (me.person) void fetchSettings();
}

export async function comeIn(name: string): Promise<void> {
  me.person = await post<Person>("/api/session", { name });
}

export async function logIn(name: string, password: string): Promise<void> {
  me.person = await post<Person>("/api/session/login", { name, password });
  await fetchSettings();
}

/** Nothing of the person stays, not even in the page's memory. */
function forget(): void {
  localStorage.clear();
  sessionStorage.clear();
  location.assign("/");
}

export async function logOut(): Promise<void> {
  const { turnOff } = await import("../me/push");
  await turnOff().catch(() => undefined);
  await call("DELETE", "/api/session");
  forget();
}

export async function deleteMe(name: string): Promise<void> {
  await call("DELETE", `/api/mine?name=${encodeURIComponent(name)}`);
  const { subscription } = await import("../me/push");
  await (await subscription())?.unsubscribe();
  forget();
}

export async function rename(name: string): Promise<void> {
  me.person = await call<Person>("PATCH", "/api/session", { name });
}

export async function makeAccount(password: string): Promise<void> {
  me.person = await post<Person>("/api/session/account", { password });
}

/** A link that makes another device this person's too; only the page reads what stands after the #, no server logs it. */
export async function linkToMe(): Promise<{ address: string; minutes: number }> {
  const { code, seconds } = await post<DeviceLink>("/api/session/link", {});
  return { address: `${location.origin}/device#${code}`, minutes: Math.round(seconds / 60) };
}

export async function goOnHere(code: string): Promise<void> {
  me.person = await post<Person>("/api/session/device", { code });
  await fetchSettings();
}
