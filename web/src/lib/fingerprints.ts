/** The fingerprint of each table's secret as this browser first saw it, so that nobody can change it afterwards. */
const KEY = "emberstacks-fingerprints";
const MOST = 300; // tables

function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function keepFingerprint(table: string, fingerprint: string): void {
  const known = kept();
  if (known[table] || !fingerprint) return;
  const newest = [...Object.entries(known), [table, fingerprint]].slice(-MOST);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
}

/** Nothing where this browser came only after the game. */
export function firstFingerprint(table: string): string | undefined {
  return kept()[table];
}
