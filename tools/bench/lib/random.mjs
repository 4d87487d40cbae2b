/** A generator of pseudo-random numbers (mulberry32): the same seed gives the same numbers on every machine. */
export function createRandom(seed) {
  let state = seed >>> 0;

  /** A number from 0 up to, but not including, 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  /** A whole number from 0 up to, but not including, `limit`. */
  const below = (limit) => Math.floor(next() * limit);
  /** The numbers 1 to `length` in random order. */
  const shuffled = (length) => {
    const numbers = Uint32Array.from({ length }, (_, index) => index + 1);
    for (let i = length - 1; i > 0; i--) {
      const j = below(i + 1);
      [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
    }
    return numbers;
  };
  const pick = (list) => list[below(list.length)];
  return { next, below, shuffled, pick };
}
