/** What a reader is told of a room: where it lies, what is near, what is in it, what will become of it. */
import { cardOf, furnitureIn, FACE_DOWN, heroesIn, NEFERHOTEP, NONE, ROOM_TYPES } from "./box";
import type { Plan } from "./map";
import type { Box, Facts, TableState } from "./state";
import { words } from "./words";

interface About {
  room: number;
  table: TableState;
  box: Box;
  facts: Facts;
  plan: Plan;
  far: Map<number, number>; // from one's own room, or from the first
  mine: number;
  heroName: (seat: number) => string;
  you: number | null;
}

export function describe({ room, table, box, facts, plan, far, mine, heroName, you }: About): string {
  const name = box.rooms[room]!;
  const place = words.at(plan.y(room) + 1, plan.x(room) + 1);
  if (table.burnt.includes(room)) return `${words.ashes(name)}; ${place}.`;
  const parts = [place];
  const standing = table.doors[room]!.filter((other) => table.library.includes(other));
  if (room === mine) parts.push(words.youAreHere);
  else if (mine !== NONE) parts.push(words.away(far.get(room) ?? NONE));
  parts.push(words.nextTo(standing.map((other) => box.rooms[other]!)));
  const tiles = furnitureIn(table, room).filter((tile) => tile !== FACE_DOWN);
  parts.push(
    words.furniture(
      tiles.map((tile) => words.types[ROOM_TYPES[tile]!]),
      table.down[room]!,
    ),
  );
  if (table.fire.includes(room)) parts.push(words.fire);
  if (table.water === room) parts.push(words.water);
  for (const [pair, where] of table.peril_rooms.entries()) {
    const face = table.perils[pair]?.[0]?.[0];
    if (where !== room) continue;
    const known = typeof face === "number" && you !== null;
    parts.push(known ? words.perilName(box.cards[cardOf(box, NEFERHOTEP, face)]!.name) : words.peril);
  }
  for (const seat of table.hero.keys()) {
    if (table.guard[seat]!.includes(room)) parts.push(words.guard(heroName(seat)));
    if (table.toll[seat]!.includes(room)) parts.push(words.toll(heroName(seat)));
  }
  const here = heroesIn(table, room).filter((seat) => seat !== you || room !== mine);
  if (here.length) parts.push(words.here(here.map(heroName)));
  if (room === mine) {
    const near = standing.flatMap((other) =>
      heroesIn(table, other).map((seat) => words.inRoom(heroName(seat), box.rooms[other]!)),
    );
    parts.push(near.length ? words.nearby(near) : words.nobodyNear);
  }
  const step = facts.burns.find((one) => one.rooms.includes(room));
  if (step) parts.push(words.rank(step.at, words.reasons[step.reason]));
  else if (facts.holds.includes(room)) parts.push(words.split);
  return `${name}: ${parts.join("; ")}.`;
}
