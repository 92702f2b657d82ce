/** Pieces that a lesson points at glow: they are found by the names that everybody hears or reads. */
const NAMED = "[data-name], [aria-label], [title], [data-answer]";
const MARK = "data-glow";

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
  return [...board.querySelectorAll(NAMED)].filter((node) => !node.closest(".prompt, [data-region=story]") && fits(node));
}

/** Let pieces glow, also those that are drawn later: those with these names, or else the place of the answer. */
export function glow(board: HTMLElement, names: string[], wanted?: Wanted): () => void {
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
  return () => {
    watch.disconnect();
    for (const node of lit) node.removeAttribute(MARK);
  };
}
