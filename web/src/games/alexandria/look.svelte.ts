/** What somebody looks at more closely: the map, the strip of cards and the list of players share it. */
import type { ChoiceInfo } from "../../protocol";

export type Look = { kind: "room" | "card" | "board" | "saved" | "ends"; number: number };

class Looking {
  /** What is open over the map. */
  open = $state.raw<Look | null>(null);
  /** The card under the mouse, or in focus: shown whole. */
  over = $state.raw<number | null>(null);
  /** A piece that stands for several choices was pressed: these, until the question changes. */
  ways = $state.raw<{ version: number; name: string; choices: ChoiceInfo[] } | null>(null);

  at(kind: Look["kind"], number: number): void {
    this.ways = null;
    this.open = this.open?.kind === kind && this.open.number === number ? null : { kind, number };
  }

  close(): void {
    this.open = this.ways = this.over = null;
  }
}

export const looking = new Looking();

/** Answers if there is one choice, asks which way if there are several. */
export function presser(version: number, choose: (choice: string) => void): (choices: ChoiceInfo[], name?: string) => void {
  return (choices, name = "") => {
    looking.close();
    if (choices.length === 1) choose(choices[0]!.text);
    else looking.ways = { version, name, choices };
  };
}
