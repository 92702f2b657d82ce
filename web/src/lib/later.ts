/** What may come a moment later, one after the other and each in a task of its own: a slow phone can answer a touch in between. */
const waiting: (() => void)[] = [];

function next(): void {
  try {
    waiting[0]!(); // it stays first while it runs, so that what it lets wait comes in a later task
  } finally {
    waiting.shift();
    if (waiting.length) setTimeout(next);
  }
}

export function later(show: () => void): void {
  if (waiting.push(show) === 1) setTimeout(next);
}
