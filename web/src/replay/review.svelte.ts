/** The review of a finished game: asked for, waited for, shown. */
import { post } from "../lib/api";
import { words } from "../lib/words";
import type { ReviewInfo, ReviewState, SeatInfo } from "../protocol";

const PAUSE = 700; // milliseconds between two questions

export class ReviewLink {
  review = $state.raw<ReviewInfo | null>(null);
  progress = $state(0);
  asking = $state(false);
  problem = $state("");
  private gone = false;

  constructor(private table: string) {}

  async ask(): Promise<void> {
    if (this.asking || this.review) return;
    this.asking = true;
    this.problem = "";
    try {
      while (!this.gone && !this.review) {
        const state = await post<ReviewState>(`/api/tables/${this.table}/review`);
        this.progress = state.progress;
        this.review = state.review;
        if (!state.review) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.asking = false;
    }
  }

  leave(): void {
    this.gone = true;
  }
}

type Measure = ReviewInfo["measure"];
const signed = (text: string, value: number) => (/[1-9]/.test(text) ? (value < 0 ? "−" : "+") + text : text);

/** A chance as per cent, or points. */
export function worth(value: number, measure: Measure): string {
  return measure === "chance" ? `${Math.round(100 * value)}\u00a0%` : value.toFixed(1);
}

export function change(value: number, measure: Measure): string {
  return signed(worth(Math.abs(value), measure), value);
}

/** How far off an estimate may be; nothing where that is less than what is shown: "± 0 %" would claim to be certain. */
export function doubt(error: number, measure: Measure): string {
  const about = worth(1.96 * error, measure);
  return /[1-9]/.test(about) ? ` ± ${about}` : "";
}

/** Can the change from first to last be shared out between luck and decisions?

    Each decision is only estimated, and over a long game the doubts add up: a team's luck came out as +256 % of a chance.
    Rivals take from each other what they win, so theirs keep within bounds; where they do not, nothing is said. */
export function canBeShared(review: ReviewInfo): boolean {
  const values = review.sides.flatMap((side) => [
    side.start,
    side.end,
    ...side.decisions.flatMap((one) => [one.before, one.after]),
  ]);
  const most = review.measure === "chance" ? 1 : Math.max(...values.map(Math.abs));
  const alone = review.measure === "chance" && review.sides.length === 1;
  return !alone && review.sides.every((side) => Math.abs(side.luck) <= most && Math.abs(side.decided) <= most);
}

/** A moment of the game that is worth going back to. */
export interface Moment {
  at: number;
  seat?: number; // through whose eyes to look at it
  flag: string; // its number on the curve
  name: string;
  leap: string;
  down: boolean;
  pairs: [string, string][];
  text: string;
}

export function turningPoints(review: ReviewInfo): Moment[] {
  return review.turning.map((swing, k) => {
    const down = swing.after < swing.before;
    const leap = `${worth(swing.before, review.measure)} ${down ? "↘" : "↗"} ${worth(swing.after, review.measure)}`;
    const text = swing.own ? words.byDecision(swing.text) : swing.text;
    return { at: swing.at, flag: String(k + 1), name: review.sides[swing.side]!.name, leap, down, pairs: [], text };
  });
}

export function costliest(review: ReviewInfo, seats: SeatInfo[]): Moment[] {
  return review.costliest.map((one) => {
    const leap = words.cost(worth(one.loss, review.measure), review.measure) + doubt(one.loss_error, review.measure);
    const pairs: [string, string][] = [
      [words.chose, one.label],
      [words.betterWas, one.better_label],
    ];
    return {
      at: one.at,
      seat: one.seat,
      flag: "",
      name: seats[one.seat]?.name ?? "",
      leap,
      down: true,
      pairs,
      text: one.reason,
    };
  });
}

/** Did the review find a better choice for a decision of this person? */
export function couldDoBetter(review: ReviewInfo, seats: SeatInfo[], person: string | undefined): boolean {
  const own = seats.find((seat) => person && seat.person === person)?.seat;
  const telling = review.measure === "points" ? 0.5 : 0.01; // as in the list of the costliest
  return review.sides.some((side) => side.decisions.some((one) => one.seat === own && one.better && one.loss >= telling));
}
