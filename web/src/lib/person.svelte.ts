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
