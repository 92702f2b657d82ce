/** Standees walk from room to room: who leaves one tile arrives on another. */
import { cubicOut } from "svelte/easing";
import { crossfade, scale } from "svelte/transition";

import { motion } from "../../lib/settings.svelte";

export const [send, receive] = crossfade({
  easing: cubicOut,
  fallback: (node) => scale(node, { duration: motion(280), start: 0.3 }),
});
