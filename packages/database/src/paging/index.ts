/**
 * Rows that one statement may skip. Deeper offsets are reached by key, in steps of this size
 * (ADR 7).
 */
export const MAX_OFFSET = 1_000;

/** A place in an ordered list: `offset` rows after `key`, or after the beginning without a key. */
interface Deep<K> {
  readonly key: K | null;
  readonly offset: number;
}

/**
 * Moves a place until its offset is at most `MAX_OFFSET`. `keyAfter` returns the key of the
 * `MAX_OFFSET`th row after a key. Returns null when the list ends before the place.
 */
export async function walkToOffset<K>(place: Deep<K>, keyAfter: (key: K | null) => Promise<K | null>): Promise<Deep<K> | null> {
  let { key, offset } = place;
  for (; offset > MAX_OFFSET; offset -= MAX_OFFSET) {
    key = await keyAfter(key);
    if (key === null) return null;
  }
  return { key, offset };
}
