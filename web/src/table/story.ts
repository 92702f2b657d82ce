/** The story of a game: events in blocks, one for each turn, so that two hundred small sentences become thirty blocks. */
import type { EventInfo } from "../protocol";

export interface Line {
  event: EventInfo;
  /** Whose turn it belongs to; -1 between the turns. */
  seat: number;
  /** A round begins, a turn begins, something happens in it, something follows from a piece, or nothing is said that the next line does not say. */
  part: "round" | "turn" | "line" | "caused" | "quiet";
  /** Points that somebody has gained by it, or lost. */
  points: number;
  /** Before the first round or turn. */
  setUp: boolean;
}

const BEGINS = ["round", "turn"];
const COUNTS = ["score", "points"]; // their second argument is how many

export function storyOf(events: EventInfo[]): Line[] {
  const first = events.findIndex(({ kind }) => BEGINS.includes(kind));
  let seat = -1;
  return events.map((event, at) => {
    const { kind, args, because } = event;
    if (kind === "round" || kind === "round-over") seat = -1;
    if (kind === "turn") seat = args[0] ?? -1;
    const whose = seat;
    if (kind === "turn-over") seat = -1;
    const part =
      kind === "round" || kind === "turn"
        ? kind
        : kind === "turn-over" && BEGINS.concat("round-over").includes(events[at + 1]?.kind ?? "")
          ? "quiet"
          : because
            ? "caused"
            : "line";
    return { event, seat: whose, part, points: COUNTS.includes(kind) ? (args[1] ?? 0) : 0, setUp: at < first };
  });
}

/** What has happened since somebody's own last turn: the events of the others after it. */
export function since(events: EventInfo[], seat: number): EventInfo[] {
  const story = storyOf(events);
  const begun = story.findLastIndex((line) => line.seat === seat && line.part === "turn");
  const until = story.at(-1)?.seat === seat ? begun : story.length; // in one's own turn it is what came before it
  const after = story.slice(0, Math.max(until, 0)).findLastIndex((line) => line.seat === seat) + 1;
  return after ? story.slice(after, until).flatMap(({ event, part }) => (part === "quiet" ? [] : [event])) : [];
}
