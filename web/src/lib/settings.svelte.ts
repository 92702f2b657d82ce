/** What a person prefers, kept in this browser. */
import { prefersReducedMotion } from "svelte/motion";

const KEY = "emberstacks-settings";

interface Settings {
  theme: "system" | "dark" | "light";
  motion: "full" | "none";
  sound: "off" | "on";
}

function stored(): Settings {
  const usual: Settings = { theme: "system", motion: "full", sound: "off" };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return usual;
  }
}

export const settings = $state(stored());

export function applyTheme(): void {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

export function change<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  localStorage.setItem(KEY, JSON.stringify(settings));
  applyTheme();
}

/** The length of a motion in milliseconds, as the person wants it. */
export function motion(milliseconds: number): number {
  return settings.motion === "none" || prefersReducedMotion.current ? 0 : milliseconds;
}
