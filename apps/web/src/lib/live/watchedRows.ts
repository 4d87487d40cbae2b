const MOST = 100;

interface WatchedRowsOptions {
  /** Says to the server which rows are on the screen; returns the end of it. */
  readonly say: (ticketIds: readonly number[]) => () => void;
  /** Rows that are not followed any more. */
  readonly onGone: (ticketIds: readonly number[]) => void;
  /** Runs a report after a while, so that scrolling is one report. */
  readonly later: (report: () => void) => unknown;
}

/** Keeps which tickets have a row on the screen, so that the server sends who is at them and no more. */
export function createWatchedRows({ say, onGone, later }: WatchedRowsOptions) {
  /** How many rows of a ticket there are. */
  const rows = new Map<number, number>();
  let said: readonly number[] = [];
  let end = (): void => undefined;
  let planned = false;

  const report = (): void => {
    planned = false;
    const now = [...rows.keys()].sort((a, b) => a - b).slice(0, MOST);
    if (now.join() === said.join()) return;
    const gone = said.filter((id) => !rows.has(id));
    said = now;
    end();
    end = say(now);
    onGone(gone);
  };
  const plan = (): void => {
    if (!planned) later(report);
    planned = true;
  };
  return {
    /** Follows the row of a ticket until the returned function is called. */
    add(ticketId: number): () => void {
      rows.set(ticketId, (rows.get(ticketId) ?? 0) + 1);
      plan();
      return () => {
        const left = (rows.get(ticketId) ?? 0) - 1;
        if (left > 0) rows.set(ticketId, left);
        else rows.delete(ticketId);
        plan();
      };
    },
  };
}
