import type { Clock } from "@balcao/platform/clock";

/** No process answers from rows that are older than this: its directory is at most five seconds old [P-26]. */
const OLDEST_ANSWER_MS = 6_000;
const STEP_MS = 1_000;

/** From where a page that begins to load resumes its live events, so that nothing has to be read twice [D-460]. */
export interface StartCursors {
  /** Takes how far this process has read now. */
  note(cursor: string): void;
  /** A cursor that every answer from now on includes; null while this process is too young to know one. */
  early(): string | null;
}

export function createStartCursors(clock: Clock): StartCursors {
  const past: { readonly at: number; readonly cursor: string }[] = [];
  return {
    note: (cursor) => {
      const at = clock.monotonic();
      if (at - (past.at(-1)?.at ?? -Infinity) >= STEP_MS) past.push({ at, cursor });
      while (past[1] && at - past[1].at >= OLDEST_ANSWER_MS) past.shift();
    },
    early: () => past.findLast(({ at }) => clock.monotonic() - at >= OLDEST_ANSWER_MS)?.cursor ?? null,
  };
}
