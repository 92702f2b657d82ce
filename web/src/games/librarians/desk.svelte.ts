/** What hand and library share: the book that is picked, the places for it, and what the server is still to be told. */
import { untrack } from "svelte";

import { boxOf } from "../../lib/catalogue.svelte";
import type { ChoiceInfo, PieceOf } from "../../protocol";
import { numbersOf } from "../../table/about";
import type { BoardProps } from "..";
import type { Box, TableState } from "./state";

type Errand = { book: number } | { cell: number } | "undo"; // one for each answer of the server

export class Desk {
  /** A book that is picked lights up its places at once, from what came with the choices; the server is told at the same time. */
  wanted = $state<number | null>(null);
  places = $state.raw(new Map<number, PieceOf[]>()); // what was sent for each book in the hand
  marking = $state(false);
  dropped = false;
  /** Move the keyboard into the library. */
  enter: () => void = () => {};
  #errands: Errand[] = [];
  #props: () => BoardProps;
  readonly box = boxOf<Box>("librarians");

  constructor(props: () => BoardProps) {
    this.#props = props;
    // every update answers the errand before it
    $effect(() => {
      void this.update;
      untrack(() => {
        if (this.picks.size) this.places = new Map([...this.picks].map(([book, choice]) => [book, choice.pieces]));
        if (this.#errands.length) this.#run();
        else if (this.wanted !== null && this.wanted !== this.placing) this.wanted = null;
      });
    });
  }

  readonly update = $derived.by(() => this.#props().update);
  readonly table = $derived.by(() => this.update.view.state as unknown as TableState);
  readonly seat = $derived.by(() => this.#props().you ?? (this.update.view.seat as number | null));
  readonly hand = $derived.by(() =>
    this.seat === null
      ? []
      : this.table.hands[this.seat]!.map((slot) => slot[0]!).sort(
          (a, b) => this.box.books[a]!.letter - this.box.books[b]!.letter || a - b,
        ),
  );
  readonly asked = $derived.by(() => this.update.choices.length > 0);
  readonly picks = $derived.by(
    () =>
      new Map<number, ChoiceInfo>(
        this.update.choices
          .filter((choice) => /^(play|put|insert) /.test(choice.text))
          .map((choice) => [numbersOf(choice, "book")[0]!, choice]),
      ),
  );
  readonly placing = $derived.by(() =>
    this.update.choices.every((choice) => !this.picks.has(numbersOf(choice, "book")[0] ?? -1))
      ? (this.update.choices
          .map((choice) => numbersOf(choice, "book").find((book) => this.hand.includes(book)))
          .find((book) => book !== undefined) ?? null)
      : null,
  );
  readonly picked = $derived.by(() => this.wanted ?? this.placing);
  readonly cellChoices = $derived.by(() => {
    const found = new Map<number, ChoiceInfo[]>();
    for (const choice of this.update.choices) {
      if (choice.text.startsWith("play ")) continue;
      const cells = [
        ...numbersOf(choice, "cell"),
        ...numbersOf(choice, "shelf").map((shelf) => this.table.shelf.indexOf(shelf) * this.box.width + this.box.middle),
      ];
      for (const cell of cells) found.set(cell, [...(found.get(cell) ?? []), choice]);
    }
    return found;
  });
  /** The places of the picked book, as they came with the choice of it. */
  readonly sent = $derived.by(() => (this.picked === null ? [] : (this.places.get(this.picked) ?? [])));

  may(book: number): boolean {
    return this.asked && (this.picks.has(book) || this.places.has(book));
  }

  #run(): void {
    const errand = this.#errands.shift();
    if (errand === undefined) return;
    const { choose, undo } = this.#props();
    if (errand === "undo") return undo?.();
    const choice = "book" in errand ? this.picks.get(errand.book) : this.cellChoices.get(errand.cell)?.[0];
    if ("cell" in errand) this.wanted = null;
    if (choice) choose(choice.text);
    else [this.#errands, this.wanted] = [[], null];
  }

  pick(book: number, byKey = false): void {
    if (this.picked === book) return this.putBack();
    if (this.placing !== null) this.#errands = this.update.can_undo ? ["undo", { book }] : [];
    else this.#errands = [{ book }];
    if (this.#errands.length) this.wanted = book;
    this.#run();
    if (byKey) this.enter();
  }

  putBack(): void {
    const unheard = this.wanted !== null && this.wanted !== this.placing; // the server has not answered to the pick, or not been told of it
    this.#errands = unheard && !this.#errands.some((errand) => errand !== "undo") ? ["undo"] : [];
    this.wanted = null;
    if (!unheard && this.placing !== null && this.update.can_undo) this.#props().undo?.();
  }

  place(cell: number): void {
    this.dropped = true;
    this.#errands.push({ cell });
    if (this.wanted === null || this.wanted === this.placing) this.#run();
  }

  start(event: DragEvent, book: number): void {
    this.dropped = false;
    event.dataTransfer!.effectAllowed = "move";
    event.dataTransfer!.setData("text/plain", String(book));
    if (this.picked !== book) setTimeout(() => this.pick(book)); // a drag that changes what is dragged would end at once
  }

  end(): void {
    if (!this.dropped) this.putBack();
  }
}

/** The desk of the table on the screen: the library lays it, the hand beside it uses it. */
class Laid {
  desk = $state.raw<Desk | null>(null);
}
export const laid = new Laid();
