import { endUndo, findUndoable, undoContacts, undoFiles, undoMessages, undoRatings, undoTexts, undoTickets } from "@balcao/database/moving";
import type { Database, Sql } from "@balcao/database/sql";
import { getNewestMessage, setTicketPreview } from "@balcao/database/tickets";
import { RepairableError } from "@balcao/platform/errors";
import { tellBrowsers } from "./tellBrowsers.js";

/** Rows of a transaction. */
const STEP = 1_000;

export interface UndoReport {
  readonly messages: number;
  readonly tickets: number;
  readonly contacts: number;
  /** Conversations that stay, because somebody has done something in them since. */
  readonly kept: readonly number[];
}

interface Undo {
  readonly database: Database;
  readonly runId: number;
  readonly now: Date;
}

/**
 * Deletes what a run has made. Conversations in which somebody has done something since stay whole, with their contacts; people and
 * queues stay. May be cut and called again. Throws RepairableError for a run that is not the last one of its source.
 */
export async function undoMove({ database, runId, now }: Undo): Promise<UndoReport> {
  const run = await findUndoable(database.sql, runId);
  if (run === null) throw new RepairableError(`There is no run ${runId}, or it was undone.`);
  if (run.hasLater) throw new RepairableError(`A later run of the same source is here: undo that one first.`);
  const touched = new Set<number>();
  let messages = 0;
  await inSteps(database, (tx, after) => undoFiles(tx, { run, after, most: STEP }));
  for (const kind of ["notes", "messages"] as const)
    messages += await inSteps(database, async (tx, after) => {
      const step = await undoMessages(tx, kind, { run, after, most: STEP });
      for (const id of step.ticketIds ?? []) touched.add(id);
      return step;
    });
  await inSteps(database, (tx, after) => undoRatings(tx, { run, after, most: STEP }));
  const kept: number[] = [];
  const tickets = await inSteps(database, async (tx, after) => {
    const step = await undoTickets(tx, { run, after, most: STEP });
    kept.push(...(step.kept ?? []));
    return step;
  });
  const contacts = await inSteps(database, (tx, after) => undoContacts(tx, { run, after, most: STEP }, now));
  // Conversations of before in which its messages were show the last one that is left; those that are gone change nothing.
  for (const id of touched) await database.transaction(async (tx) => setTicketPreview(tx, id, await getNewestMessage(tx, id)));
  await database.transaction(async (tx) => {
    await undoTexts(tx, run, now);
    await endUndo(tx, run.id);
    await tellBrowsers(tx);
  });
  return { messages, tickets, contacts, kept };
}

interface Part {
  /** The last key that was looked at; null when there was none. */
  readonly place: string | null;
  readonly n: number;
}

async function inSteps(database: Database, step: (tx: Sql, after: string) => Promise<Part>): Promise<number> {
  let after = "";
  for (let sum = 0; ;) {
    const { place, n } = await database.transaction((tx) => step(tx, after));
    sum += n;
    if (place === null) return sum;
    after = place;
  }
}
