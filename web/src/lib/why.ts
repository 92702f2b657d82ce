/** Pieces that cannot be used now say why, where somebody plays; in a replay nobody is asked. */
import { getContext, setContext } from "svelte";

const KEY = Symbol("why");

export function tellWhy(may: () => boolean): void {
  setContext(KEY, may);
}

export function mayAskWhy(): () => boolean {
  return getContext<(() => boolean) | undefined>(KEY) ?? (() => false);
}
