/** What is printed on the pieces of Librarians, and how the view and the rules name places; no rule is judged here. */
import type { EventInfo } from "../../protocol";
import type { Book, Box, Options, TableState } from "./state";
import { text } from "./words";

export const letterOf = (book: Book) => String.fromCharCode(65 + book.letter);
/** A genre as people say it; thrills have none. */
export const nameOf = (box: Box, genre: string) => box.names[genre] ?? "";

/** The genre of a book in a game with these options; thrills have none. */
export function genreOf(box: Box, options: Options, book: number): string {
  const colour = box.colours.indexOf(box.books[book]!.colour ?? "");
  if (colour < 0) return "";
  const said = String(options[box.colours[colour]! as keyof Options]);
  const { set } = box.books[book]!;
  if (said === "preset") return set === 0 ? box.genres[colour]![box.presets.indexOf(String(options.preset))]! : "";
  return said.split("+")[set!] ?? "";
}

/** Is a part of the Curse of the Book Shelves played? Until rules 1.0 each part was an option of its own. */
export function cursed(options: Options, part: string, before: keyof Options): boolean {
  return (
    options[before] === true ||
    String(options.curse ?? "")
      .split("+")
      .includes(part)
  );
}

/** How many books of the same author this game has. */
export function written(box: Box, options: Options, book: number): number {
  const { author, several } = box.books[book]!;
  if (!several) return 0;
  return box.books.filter((other, k) => other.author === author && genreOf(box, options, k) !== "").length;
}

/** What else counts about a book in this game: its audience, its author with the number of the books, its place in a series. */
export function countsOf(box: Box, options: Options, book: number): { short: string; long: string }[] {
  const { action, audience, author, several, volume } = box.books[book]!;
  if (action !== undefined) return [];
  const initials = (name: string) =>
    name
      .split(" ")
      .map((word) => word[0])
      .join("");
  const found: { short: string; long: string }[] = [];
  if (options.ages !== "off" && audience) found.push({ short: initials(audience), long: audience });
  if (options.authors && several) {
    const count = written(box, options, book);
    found.push({ short: `${initials(author!)}${count}`, long: text.author(author!, count) });
  }
  if (options.sequels && volume) found.push({ short: `${volume}/3`, long: text.volume(volume) });
  return found;
}

/** The genres of this game, and how often each was cleared. */
export function genresOf(box: Box, options: Options, events: Pick<EventInfo, "kind" | "args">[]) {
  const all = box.genres.flat();
  const completed = events.flatMap(({ kind, args }) => (kind === "complete" ? [all[args[0]!]] : []));
  return box.colours.flatMap((colour, k) =>
    box.genres[k]!.filter((genre) =>
      box.books.some((face, book) => face.colour === colour && genreOf(box, options, book) === genre),
    ).map((genre) => ({ colour, genre, times: completed.filter((one) => one === genre).length })),
  );
}

/** The row of the topmost shelf card, from which rows are counted. */
export function topRow(box: Box, table: TableState): number {
  const found = table.shelf.findIndex((shelf) => shelf >= 0);
  return found < 0 ? box.first_row : found;
}

/** A place by shelf, distance and side, in the words of the choices. */
export function cellName(box: Box, table: TableState, cell: number): string {
  const row = Math.floor(cell / box.width) - topRow(box, table) + 1;
  const last = table.shelf.filter((shelf) => shelf >= 0).length;
  const rows = row < 1 ? 1 - row : row - last; // without a shelf card
  const away = rows > 1 ? `${rows} rows ` : "";
  const shelf = row < 1 ? `${away}above shelf 1` : row > last ? `${away}below shelf ${last}` : `shelf ${row}`;
  const column = (cell % box.width) - box.middle;
  return column === 0 ? shelf : `${shelf}, place ${Math.abs(column)} to the ${column < 0 ? "left" : "right"}`;
}

/** Does the row of a shelf card run from A to Z to the right? */
export function runsRight(box: Box, table: TableState, shelf: number): boolean {
  return box.shelves[shelf]!.arrow > 0 !== table.turned.includes(shelf);
}
