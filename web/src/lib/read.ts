/** How much of the chat of each table was read in this browser. */
const KEY = "emberstacks-read";
const MOST = 200; // tables that are remembered

function known(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

export const unread = (table: string, lines: number): number => Math.max(0, lines - (known()[table] ?? 0));

export function read(table: string, lines: number): void {
  const { [table]: before = 0, ...others } = known();
  if (lines <= before) return;
  const kept = Object.entries(others).slice(1 - MOST);
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [table]: lines }));
}
