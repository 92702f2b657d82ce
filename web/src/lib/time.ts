/** Days and hours in words. */
const HOUR = 3600; // seconds
const DAY = 24 * HOUR;

/** A day, as the browser's language writes it. */
export const date = (seconds: number): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(seconds * 1000);

/** A long time in round figures; nothing if it is not long. */
export const roughly = (seconds: number): string =>
  seconds > 2 * DAY ? `${Math.round(seconds / DAY)} days` : seconds > 2 * HOUR ? `${Math.round(seconds / HOUR)} h` : "";
