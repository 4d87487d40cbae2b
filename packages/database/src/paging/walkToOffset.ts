/** Rows that one statement may skip. What lies deeper is reached through the key, in steps of as many rows (ARCHITECTURE 17). */
export const MAX_OFFSET = 1_000;

/** A place in an ordered list: so many rows after a key, or after the beginning when there is no key. */
export interface Deep<K> {
  readonly key: K | null;
  readonly offset: number;
}

/**
 * Brings a place within reach of one statement. `keyAfter` answers the key of the `MAX_OFFSET`th row after a key. Null when the list
 * ends before the place.
 */
export async function walkToOffset<K>(place: Deep<K>, keyAfter: (key: K | null) => Promise<K | null>): Promise<Deep<K> | null> {
  let { key, offset } = place;
  for (; offset > MAX_OFFSET; offset -= MAX_OFFSET) {
    key = await keyAfter(key);
    if (key === null) return null;
  }
  return { key, offset };
}
