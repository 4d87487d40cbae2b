/* global document, window, MessageChannel, requestAnimationFrame */
// Functions that run in the page: each is sent as text and uses nothing of this file.

/** Scrolls an element by some pixels at each frame and returns the milliseconds between frames. */
export async function framesOf({ selector, frames, by }) {
  const element = document.querySelector(selector);
  const times = [];
  let last = await new Promise(requestAnimationFrame);
  for (let n = 0; n < frames; n += 1) {
    element.scrollTop += by;
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  return times;
}

/**
 * Clicks the first row of a ticket that is not in `not`, and is in `wanted` where that is given; returns its id and the milliseconds until its
 * messages are painted. Null when no such row is drawn.
 */
export async function openingOf({ row, not, wanted }) {
  const isNext = (id) => !not.includes(id) && (wanted?.includes(id) ?? true);
  const target = [...document.querySelectorAll(row)].find((each) => each.dataset.selected !== "true" && isNext(each.dataset.ticketId));
  if (!target) return null;
  const id = target.dataset.ticketId;
  // A ticket whose messages are cached is drawn within the click.
  const before = new Set(document.querySelectorAll(".messages li"));
  const began = performance.now();
  target.click();
  for (;;) {
    await new Promise(requestAnimationFrame);
    const shown = [...document.querySelectorAll(".messages li")];
    if (shown.some((each) => !before.has(each) && each.checkVisibility({ visibilityProperty: true }))) break;
    if (performance.now() - began > 10_000) throw new Error("no message was shown within ten seconds");
  }
  await new Promise(requestAnimationFrame);
  return { id, ms: performance.now() - began };
}

/**
 * Watches key presses: from the event's own time to the end of the frame that draws what it did. (The browser's Event Timing is no use here: in a
 * headless browser it may hear of no presentation until the page rests, and then counts seconds for each key.)
 */
export async function keysOf(command) {
  if (command === "start") {
    window.pressed = [];
    window.onKey = ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.pressed.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    };
    window.addEventListener("keydown", window.onKey, true);
    return null;
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  window.removeEventListener("keydown", window.onKey, true);
  return window.pressed;
}

/** Megabytes of the heap after a collection of garbage. */
export async function heapOf(devtools) {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}

/** Scrolls the list of tickets to its top, or on by some rows. */
export function scrollRows(rows) {
  const list = document.querySelector(".ticketListScroller");
  if (rows === 0) list.scrollTo(0, 0);
  else list.scrollBy(0, rows * 76);
}
