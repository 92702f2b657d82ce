/** What was pressed and means several choices: they wait in the stage until one is taken, or the question changes. */
import type { ChoiceInfo } from "../../protocol";

interface Pick {
  version: number; // of the question
  title: string;
  choices: ChoiceInfo[];
}

const NOTHING: Pick = { version: -1, title: "", choices: [] };
let now = $state.raw(NOTHING);

export const picked = (version: number): Pick | null => (now.version === version ? now : null);

export const drop = () => (now = NOTHING);

/** Take the only choice, or ask which is meant. */
export function pick(version: number, title: string, choices: ChoiceInfo[], choose: (choice: string) => void): void {
  drop();
  if (choices.length === 1) choose(choices[0]!.text);
  else now = { version, title, choices };
}
