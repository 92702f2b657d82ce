/** How many columns and rows of the library are drawn: more as soon as something stands there, and never fewer again. */

/** Both ends belong to it. */
export interface Span {
  low: number;
  high: number;
}

export const COLUMNS = [11, 13, 15, 18, 22, 27, 33, 41, 51, 65, 85];
export const ROWS = [4, 5, 6, 7, 8, 10, 12, 15, 20, 26];

/** The span that was drawn before, or as little more as holds what is needed now. */
export function grown(before: Span, need: Span, sizes: number[]): Span {
  if (need.low >= before.low && need.high <= before.high) return before;
  const least = Math.max(before.high - before.low, need.high - need.low) + 1;
  const size = sizes.find((one) => one >= least) ?? least;
  const spare = size - (before.high - before.low + 1);
  const low = before.low - Math.floor(spare / 2);
  const shift = Math.max(0, need.high - (low + size - 1)) - Math.max(0, low - need.low);
  return { low: low + shift, high: low + shift + size - 1 };
}
