/** How the map is laid out: how large rooms are, what lies where in a room, and which corners are free. */
import type { TableState } from "./state";

export const GAP = 2; // pixels between two rooms
export const LARGEST = 176;

/** The least that a room measures on a stage of this height, so that its furniture can be read and pressed. */
export const floorOf = (height: number) => (height >= 600 ? 120 : height >= 340 ? 88 : 84);

/** As large as fits, but never smaller than the floor: what does not fit is panned. */
export function roomSize(width: number, height: number, columns: number, rows: number): number {
  const fits = Math.min((width - 8) / columns, (height - 6) / rows) - GAP;
  return Math.floor(Math.min(LARGEST, Math.max(floorOf(height), fits)));
}

/** So small that the whole library is seen. */
export function wholeSize(width: number, height: number, columns: number, rows: number): number {
  return Math.floor(Math.min(LARGEST, (width - 16) / columns - GAP, (height - 16) / rows - GAP));
}

/** Where the map begins on one axis: in the middle if it fits, or with this place in the middle of the view, as far as there is anything to see. */
export function begins(view: number, length: number, centre: number, slack: number): number {
  if (length <= view && slack === 0) return (view - length) / 2;
  const [low, high] = [view - length - slack, slack];
  if (low > high) return (view - length) / 2;
  return Math.min(high, Math.max(low, view / 2 - centre));
}

const extent = (places: number[], rooms: number[]) => {
  const own = rooms.map((room) => places[room]!);
  return { least: Math.min(...own), count: rooms.length ? Math.max(...own) - Math.min(...own) + 1 : 1 };
};

export interface Plan {
  columns: number;
  rows: number;
  x: (room: number) => number;
  y: (room: number) => number;
}

/** Column and row of each room. A library that is higher than wide lies on its side if that makes it larger: only who is next to whom matters. */
export function planOf(table: TableState, width: number, height: number): Plan {
  const rooms = [...table.library, ...table.burnt];
  const [across, down] = [extent(table.x, rooms), extent(table.y, rooms)];
  const upright = Math.min(width / across.count, height / down.count);
  const turned = Math.min(width / down.count, height / across.count) > upright * 1.05;
  const [one, other] = turned ? [down, across] : [across, down];
  const [xs, ys] = turned ? [table.y, table.x] : [table.x, table.y];
  return {
    columns: one.count,
    rows: other.count,
    x: (room) => xs[room]! - one.least,
    y: (room) => ys[room]! - other.least,
  };
}

/** How many columns of tiles stand in the left two thirds of a room, and how large they are, as parts of the room. */
export function tilesIn(count: number): { columns: number; size: number } {
  let best = { columns: 2, size: 0 };
  for (let columns = 2; columns <= 4; columns++) {
    const size = Math.min(0.62 / columns, 0.66 / Math.max(2, Math.ceil(count / columns))) - 0.015;
    if (size > best.size + 0.001) best = { columns, size };
  }
  return { ...best, size: Math.min(best.size, 0.3) };
}

/** Where the k-th of so many heroes stands on the free floor, as parts of the room: left, top and height. */
export function standing(count: number, k: number): { x: number; y: number; height: number } {
  const high = count === 1 ? 0.37 : count === 2 ? 0.3 : 0.23;
  const wide = high * 0.72;
  const [column, row] = count > 2 ? [k % 2, Math.floor(k / 2)] : [0, k];
  return { x: (count === 2 ? 0.92 : 0.97) - wide - column * 0.12, y: 0.935 - high - row * (high - 0.03), height: high };
}

/** How many tokens have room above so many heroes on the free floor of a room of this size. */
export function tokensAbove(heroes: number, size: number, token: number): number {
  const free = heroes === 0 ? 0.66 : heroes === 1 ? 0.3 : heroes === 2 ? 0.08 : 0.2;
  return Math.floor((free * size + 3) / (token + 2));
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const common = (one: Rect, other: Rect) =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

export type Corner = "top left" | "top right" | "bottom left" | "bottom right";

/** The first of these corners of a view in which a box of this size covers least, and how much that is. */
export function corner(
  corners: Corner[],
  view: { width: number; height: number },
  box: { width: number; height: number },
  rects: Rect[],
): { corner: Corner; covered: number } {
  const found = corners.map((name) => {
    const x = name.endsWith("left") ? 0 : view.width - box.width;
    const y = name.startsWith("top") ? 0 : view.height - box.height;
    return { corner: name, covered: rects.reduce((sum, rect) => sum + common({ x, y, ...box }, rect), 0) };
  });
  return found.reduce((best, one) => (one.covered < best.covered ? one : best));
}

/** How many rooms lie between this one and each other one, where the library stands. */
export function distances(table: TableState, from: number): Map<number, number> {
  const far = new Map([[from, 0]]);
  const queue = [from];
  for (const room of queue)
    for (const next of table.doors[room] ?? [])
      if (table.library.includes(next) && !far.has(next)) {
        far.set(next, far.get(room)! + 1);
        queue.push(next);
      }
  return far;
}

/** Things at an edge, moved along it so that none lies on another one. */
export function apart<T extends { at: number }>(things: T[], space: number, length: number): T[] {
  const sorted = [...things].sort((one, other) => one.at - other.at);
  const placed: T[] = [];
  for (const one of sorted) {
    const least = placed.length ? placed.at(-1)!.at + space : space / 2;
    placed.push({ ...one, at: Math.max(one.at, least) });
  }
  const over = (placed.at(-1)?.at ?? 0) - (length - space / 2);
  return over > 0 ? placed.map((one) => ({ ...one, at: one.at - over })) : placed;
}

export const collectionLooks = [
  { icon: "after", fill: "#2b5fae" },
  { icon: "heart", fill: "#a32a45" },
  { icon: "green", fill: "#37703a" },
  { icon: "purple", fill: "#7345ad" },
  { icon: "blue", fill: "#14736f" },
  { icon: "swords", fill: "#8a4b12" },
  { icon: "red", fill: "#54596a" },
  { icon: "eye", fill: "#5a3a22" },
] as const;

/** Points at the end for so many cards of one collection (rule 10.3). */
export const worth = (cards: number) => (cards >= 3 ? 8 : cards === 2 ? 4 : 0);
