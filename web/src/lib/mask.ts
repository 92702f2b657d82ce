/** Sets of pieces as the views write them: a number with a bit for each, as text where a browser would round it. */
export function members(mask: number | string): number[] {
  const found: number[] = [];
  for (let rest = BigInt(mask), piece = 0; rest > 0n; rest >>= 1n, piece++) if (rest & 1n) found.push(piece);
  return found;
}
