/** Pieces that a lesson points at glow: they are found by the names that everybody hears or reads. */
const NAMED = "[data-name], [aria-label], [title], [data-answer]";
const MARK = "data-glow";
const GAP = 12; // px

function nameOf(node: Element): string {
  return (node.getAttribute("data-name") ?? node.getAttribute("aria-label") ?? node.getAttribute("title") ?? "").toLowerCase();
}

/** An answer that the lesson waits for. */
export interface Wanted {
  text: string;
  label: string;
}

/** The pieces on the board whose name begins with one of these; without names, those where this answer is given. */
function found(board: Element, names: string[], wanted?: Wanted): Element[] {
  const starts = names.map((name) => name.toLowerCase());
  const fits = (node: Element): boolean =>
    starts.length || !wanted
      ? starts.some((name) => nameOf(node).startsWith(name))
      : nameOf(node) === wanted.label.toLowerCase() ||
        (node.getAttribute("data-answer")?.split("; ").includes(wanted.text) ?? false);
  return [...board.querySelectorAll(NAMED)].filter((node) => !node.closest(".prompt") && fits(node));
}

/** Scroll a piece into sight: not under the words above it or the question below it, which stick to the screen of a phone. */
function intoSight(piece: Element, above: Element | undefined, below: Element | null): void {
  piece.scrollIntoView({ block: "nearest", inline: "nearest" });
  const covers = (node: Element | null | undefined): DOMRect | undefined =>
    node && getComputedStyle(node).position === "sticky" ? node.getBoundingClientRect() : undefined;
  const [words, question, box] = [covers(above), covers(below), piece.getBoundingClientRect()];
  if (question && box.bottom > question.top) window.scrollBy(0, box.bottom - question.top + GAP);
  const { top, left, right } = piece.getBoundingClientRect();
  if (words && top < words.bottom && left < words.right && right > words.left) window.scrollBy(0, top - words.bottom - GAP);
}

/** Let pieces glow, also those that are drawn later: those with these names, or else the place of the answer. */
export function glow(board: HTMLElement, names: string[], wanted?: Wanted, above?: Element): () => void {
  const lit = new Set<Element>();
  const mark = () => {
    for (const node of found(board, names, wanted)) {
      if (lit.has(node)) continue;
      lit.add(node);
      node.setAttribute(MARK, "");
    }
  };
  mark();
  const watch = new MutationObserver(mark);
  watch.observe(board, { childList: true, subtree: true });
  // after the board has scrolled by itself
  const later = requestAnimationFrame(() => {
    const shown = [...lit].filter((node) => node.getClientRects().length);
    for (const piece of [shown.at(-1), shown[0]]) if (piece) intoSight(piece, above, board.querySelector(".prompt")); // if not all fit, the first
  });
  return () => {
    cancelAnimationFrame(later);
    watch.disconnect();
    for (const node of lit) node.removeAttribute(MARK);
  };
}
