/** Pieces that a lesson points at glow: they are found by the names that everybody hears or reads. */
const NAMED = "[data-name], [aria-label], [title]";
const MARK = "data-glow";
const GAP = 12; // px

function nameOf(node: Element): string {
  return (node.getAttribute("data-name") ?? node.getAttribute("aria-label") ?? node.getAttribute("title") ?? "").toLowerCase();
}

/** The pieces on the board whose name begins with one of these, or is this label. */
function found(board: Element, names: string[], label: string): Element[] {
  const wanted = names.map((name) => name.toLowerCase());
  return [...board.querySelectorAll(NAMED)].filter(
    (node) =>
      !node.closest(".prompt") &&
      (wanted.some((name) => nameOf(node).startsWith(name)) || (label !== "" && nameOf(node) === label.toLowerCase())),
  );
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

/** Let pieces glow, also those that are drawn later: those with these names, or else the place of the answer with this label. */
export function glow(board: HTMLElement, names: string[], label: string, above?: Element): () => void {
  const lit = new Set<Element>();
  const mark = () => {
    for (const node of found(board, names, names.length ? "" : label)) {
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
    const [first] = lit;
    if (first) intoSight(first, above, board.querySelector(".prompt"));
  });
  return () => {
    cancelAnimationFrame(later);
    watch.disconnect();
    for (const node of lit) node.removeAttribute(MARK);
  };
}
