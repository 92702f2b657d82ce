/** How pieces move: a token leaves the bag unseen, turns over at the top and lands; a volume burns down. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

import { motion } from "../../lib/settings.svelte";

export const DRAW = 760;
export const BURN = 900;

const ease = (t: number) => t * t * (3 - 2 * t);

/** Onto the stage a token flies; elsewhere it appears when the flight is over, so that nothing is told too early. */
export function fromBag(node: Element, { seen = true }: { seen?: boolean } = {}): TransitionConfig {
  const bag = document.querySelector("[data-bag]")?.getBoundingClientRect();
  if (!seen || !bag?.width)
    return { delay: motion(DRAW * 0.8), duration: motion(280), css: (t) => `transform: scale(${cubicOut(t)}); opacity: ${t}` };
  const at = node.getBoundingClientRect();
  const dx = bag.left + bag.width / 2 - at.left - at.width / 2;
  const mouth = bag.top + bag.height * 0.18 - at.top - at.height / 2;
  const top = mouth - bag.height * 0.3;
  return {
    duration: motion(DRAW),
    css: (t) => {
      if (t < 0.32)
        return `transform: translate(${dx}px, ${mouth + (top - mouth) * ease(t / 0.32)}px) scale(${0.5 + t * 2}); filter: brightness(0.12)`;
      const turn = Math.min(1, (t - 0.32) / 0.26); // a blank disc until it is edge on, then its face
      const face = `rotateY(${turn < 0.5 ? turn * 180 : 180 - turn * 180}deg)`;
      const shade = turn < 0.5 ? "; filter: brightness(0.12)" : "";
      const way = 1 - ease(Math.max(0, (t - 0.58) / 0.42));
      return `transform: translate(${dx * way}px, ${top * way}px) scale(${1 + 0.14 * way}) ${face}${shade}`;
    },
  };
}

/** A volume sinks into the flames; it waits until the token that lights them has landed. */
export function burnDown(_: Element, { delay = 0 }: { delay?: number } = {}): TransitionConfig {
  return {
    delay: motion(delay),
    duration: motion(BURN),
    css: (t, u) =>
      `transform: translateY(${u * 45}%) scaleY(${1 - u * 0.4}); opacity: ${Math.min(1, t * 1.6)}; filter: sepia(${u}) brightness(${1 - u * 0.75})`,
  };
}
