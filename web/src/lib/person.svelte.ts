/** Who sits before this screen. */
import type { Person } from "../protocol";
import { get, post } from "./api";

export const me = $state({ person: null as Person | null, known: false });

export async function whoAmI(): Promise<void> {
  me.person = await get<Person | null>("/api/session");
  me.known = true;
}

export async function comeIn(name: string): Promise<void> {
  me.person = await post<Person>("/api/session", { name });
}
