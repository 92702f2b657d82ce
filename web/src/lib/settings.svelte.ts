/** What a person prefers: in this browser at once, and with the person on the server. */
import { prefersReducedMotion } from "svelte/motion";

import type { Preferences } from "../protocol";
import { call, get } from "./api";

const KEY = "emberstacks-settings";

interface Settings {
  theme: "system" | "dark" | "light";
  contrast: "normal" | "more";
  text: "normal" | "large" | "larger";
  motion: "full" | "none";
  pace: "slow" | "normal" | "fast" | "once";
  confirm: "no" | "yes";
  board: "drawn" | "text"; // of games that nobody has drawn
  sound: "off" | "on";
  volume: number; // from 0 to 100
  lessons: string; // those done, such as "fire/1 fire/2"
  coach: "off" | "on";
  coached: string; // how far the coach has come (learn/coaching.ts)
}

const USUAL: Settings = {
  theme: "system",
  contrast: "normal",
  text: "normal",
  motion: "full",
  pace: "normal",
  confirm: "no",
  board: "drawn",
  sound: "off",
  volume: 60,
  lessons: "",
  coach: "off",
  coached: "",
};

function stored(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...USUAL };
  }
}

export const settings = $state(stored());
let left = false;

/** The person is leaving: what still comes from the server is not kept. */
export function forgetSettings(): void {
  left = true;
}

function keep(): void {
  if (!left) localStorage.setItem(KEY, JSON.stringify(settings));
}

export function applyTheme(): void {
  const page = document.documentElement.dataset;
  if (settings.theme === "system") delete page.theme;
  else page.theme = settings.theme;
  page.contrast = settings.contrast;
  page.text = settings.text;
}

export function change<K extends keyof Settings>(name: K, value: Settings[K], tell = true): void {
  settings[name] = value;
  keep();
  applyTheme();
  if (tell) void call("PUT", "/api/mine/settings", { settings: $state.snapshot(settings) }).catch(() => undefined); // nobody, or offline: this browser keeps them
}

/** What the person chose elsewhere comes along. */
export async function fetchSettings(): Promise<void> {
  try {
    const kept = (await get<Preferences>("/api/mine/settings")).settings;
    for (const name of Object.keys(USUAL) as (keyof Settings)[])
      if (typeof kept[name] === typeof USUAL[name]) Object.assign(settings, { [name]: kept[name] });
    keep();
    applyTheme();
  } catch {
    /* this browser's own do */
  }
}

/** The length of a motion in milliseconds, as the person wants it. */
export function motion(milliseconds: number): number {
  return settings.motion === "none" || prefersReducedMotion.current ? 0 : milliseconds;
}
