import type { SeatInfo } from "../protocol";
import { serverNow } from "../lib/clock";
import type { Link } from "./base.svelte";

const PATIENCE = 120; // seconds, as the server has it
const LOOK = 5000; // milliseconds

/** The people that the table has waited for so long that others may let a bot play for them; for a component that is being made. */
export function lateAt(link: Link): () => SeatInfo[] {
  let now = $state(serverNow());
  $effect(() => {
    const timer = setInterval(() => (now = serverNow()), LOOK);
    return () => clearInterval(timer);
  });
  return () => {
    const { table, you, show } = link;
    if (!table || you === null || table.paused || now - (show.told?.since ?? now) <= Math.max(PATIENCE, table.clock)) return [];
    const waiting = (show.told?.view.waiting as number[] | undefined) ?? [];
    if (waiting.includes(you)) return []; // others wait for you as well
    return table.seats.filter(
      (seat) => seat.kind === "person" && seat.seat !== you && waiting.includes(seat.seat) && !seat.stand_in,
    );
  };
}
