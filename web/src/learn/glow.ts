/** Pieces that a lesson points at glow: they are found by the names that everybody hears or reads. */
const NAMED = "[data-name], [aria-label], [title]";
const MARK = "data-glow";

function nameOf(node: Element): string {
  return (node.getAttribute("data-name") ?? node.getAttribute("aria-label") ?? node.getAttribute("title") ?? "").toLowerCase();
}

/** All pieces whose name begins with one of these. */
export function found(board: Element, names: string[]): Element[] {
  const wanted = names.map((name) => name.toLowerCase());
  return [...board.querySelectorAll(NAMED)].filter((node) => wanted.some((name) => nameOf(node).startsWith(name)));
}

/** Let them glow, also those that are drawn later; returns what ends it. */
export function glow(board: HTMLElement, names: string[]): () => void {
  const lit = new Set<Element>();
  const mark = () => {
    for (const node of found(board, names)) {
      if (lit.has(node)) continue;
      lit.add(node);
      node.setAttribute(MARK, "");
    }
  };
  mark();
  const watch = new MutationObserver(mark);
  watch.observe(board, { childList: true, subtree: true });
  [...lit][0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return () => {
    watch.disconnect();
    for (const node of lit) node.removeAttribute(MARK);
  };
}
