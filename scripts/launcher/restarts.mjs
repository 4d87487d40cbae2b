const MOST = 5;
const WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 250;

/**
 * Counts the ends of one part of the product. `next()` is the pause in milliseconds before it is started again, doubled each
 * time, or null after more than five ends within a minute; `recent()` is how many there were.
 */
export function createRestarts({ now = Date.now } = {}) {
  let ends = [];
  const recent = () => (ends = ends.filter((time) => now() - time < WITHIN_MS)).length;
  return {
    recent,
    next() {
      ends.push(now());
      const count = recent();
      return count > MOST ? null : FIRST_PAUSE_MS * 2 ** (count - 1);
    },
  };
}
