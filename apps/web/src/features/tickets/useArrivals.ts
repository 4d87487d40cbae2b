import { useEffect, useState } from "react";

interface Row {
  readonly id: number;
}

/** How long a row that came by itself is tinted, in milliseconds (B4.3). */
const TINT_MS = 600;
const NONE: ReadonlySet<number> = new Set();

/** The rows of a list that were not in it before; those after its last known row are its next page. */
export function arrivedIds(before: readonly Row[], after: readonly Row[]): readonly number[] {
  const known = new Set(before.map(({ id }) => id));
  const lastKnown = before.length === 0 ? after.length : after.findLastIndex(({ id }) => known.has(id));
  return after.slice(0, Math.max(0, lastKnown)).flatMap(({ id }) => (known.has(id) ? [] : [id]));
}

/** The rows that have just come into a loaded list by themselves. */
export function useArrivals(rows: readonly Row[]): ReadonlySet<number> {
  const [known, setKnown] = useState(rows);
  const [arrived, setArrived] = useState(NONE);
  if (rows !== known) {
    setKnown(rows);
    const ids = arrivedIds(known, rows);
    if (ids.length > 0) setArrived(new Set(ids));
  }
  useEffect(() => {
    if (arrived.size === 0) return;
    const timer = setTimeout(() => setArrived(NONE), TINT_MS);
    return () => clearTimeout(timer);
  }, [arrived]);
  return arrived;
}
