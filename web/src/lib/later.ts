/** What may come a moment later, one after the other and each in a task of its own: a slow phone can answer a touch in between. */
const FRAME = 100; // milliseconds after which a frame is no longer waited for: a page that nobody sees draws none
const waiting: (() => void)[] = [];
let seen = false; // what is there is to be seen before the next one comes

function next(): void {
  try {
    waiting[0]!(); // it stays first while it runs, so that what it lets wait comes in a later task
  } finally {
    waiting.shift();
    if (waiting.length) go();
  }
}

function go(): void {
  if (!seen) {
    setTimeout(next);
    return;
  }
  seen = false;
  let gone = false;
  const once = () => {
    if (!gone) next();
    gone = true;
  };
  setTimeout(once, FRAME);
  requestAnimationFrame(() => setTimeout(once));
}

export function later(show: () => void): void {
  if (waiting.push(show) === 1) go();
}

/** Let the browser draw what is there before whatever waits comes. */
export function seeFirst(): void {
  seen = true;
}
