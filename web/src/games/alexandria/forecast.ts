/** Which rooms may burn next, and why (rules 7.3 to 7.5 and 7.10): a look ahead, as things stand; the rules decide. */
import { has, members, type TableState } from "./box";

export type Reason = "fire" | "emptyOne" | "heldOne" | "emptyTwo" | "heldTwo" | "last";

export interface Step {
  at: number; // 1: burns first
  rooms: number[]; // rooms that may burn then and not before
  reason: Reason;
}

/** A library that might be: the rooms that stand, and where the heroes are. */
interface Future {
  library: number;
  position: number[];
}

const MOST_NEIGHBOURS = 2;

export function neighbours(table: TableState, library: number, room: number): number[] {
  return members(table.doors[room]! & library);
}

/** Can every room be reached from every other? */
export function isWhole(table: TableState, library: number): boolean {
  const rooms = members(library);
  const reached = new Set(rooms.slice(0, 1));
  for (const room of reached) for (const next of neighbours(table, library, room)) reached.add(next);
  return reached.size === rooms.length;
}

/** The rooms that fit the first criterion that any room fits, and which one that is. */
export function nextToBurn(table: TableState, library: number, position: number[], last: boolean): Omit<Step, "at"> {
  const rooms = members(library).filter((room) => last || (room !== table.water && isWhole(table, library - 2 ** room)));
  const burning = rooms.filter((room) => has(table.fire, room));
  if (burning.length) return { rooms: burning, reason: "fire" };
  for (let count = 1; count <= MOST_NEIGHBOURS; count++) {
    const fitting = rooms.filter((room) => Math.max(neighbours(table, library, room).length, 1) === count);
    const empty = fitting.filter((room) => !position.includes(room));
    if (empty.length) return { rooms: empty, reason: count === 1 ? "emptyOne" : "emptyTwo" };
    if (fitting.length) return { rooms: fitting, reason: count === 1 ? "heldOne" : "heldTwo" };
  }
  return { rooms, reason: "last" };
}

/** Step by step what may burn in this round's Burning phase; in the last round, when all burns, only what is next. */
export function forecast(table: TableState, rounds: number): Step[] {
  const last = table.round === rounds;
  const left = last ? 1 : table.to_burn || table.hero.length;
  const seen = new Set<number>();
  const steps: Step[] = [];
  let futures: Future[] = [{ library: table.library, position: table.position }];
  for (let k = 0; k < left && futures.length; k++) {
    const after = new Map<string, Future>();
    for (const future of futures) {
      const next = nextToBurn(table, future.library, future.position, last);
      const fresh = next.rooms.filter((room) => !seen.has(room));
      for (const room of fresh) seen.add(room);
      const same = steps.find((step) => step.at === k + 1 && step.reason === next.reason);
      if (same) same.rooms.push(...fresh);
      else if (fresh.length) steps.push({ at: k + 1, rooms: fresh, reason: next.reason });
      for (const room of next.rooms) for (const one of burn(table, future, room)) after.set(`${one.library} ${one.position}`, one);
    }
    futures = [...after.values()];
  }
  return steps;
}

/** The libraries that may be there after a room has burnt: its heroes flee to any room next to it. */
function burn(table: TableState, future: Future, room: number): Future[] {
  const library = future.library - 2 ** room;
  let positions = [future.position];
  for (const [seat, where] of future.position.entries()) {
    if (where === room) positions = positions.flatMap((one) => neighbours(table, library, room).map((to) => one.with(seat, to)));
  }
  return positions.map((position) => ({ library, position }));
}

/** Why a room cannot burn now, if so. */
export function protection(table: TableState, room: number, last: boolean): "water" | "split" | "" {
  if (last) return "";
  if (table.water === room) return "water";
  return isWhole(table, table.library - 2 ** room) ? "" : "split";
}
