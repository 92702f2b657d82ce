/** Which pieces a choice is about. */
import type { ChoiceInfo } from "../protocol";

export const isAbout = (choice: ChoiceInfo, kind: string, number = 0) =>
  choice.pieces.some((piece) => piece.kind === kind && piece.number === number);

/** Of the pieces of a kind that a choice is about, the numbers. */
export const numbersOf = ({ pieces }: Pick<ChoiceInfo, "pieces">, kind: string) =>
  pieces.flatMap((piece) => (piece.kind === kind ? [piece.number] : []));
