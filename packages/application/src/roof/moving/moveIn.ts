import { setTimeout as pause } from "node:timers/promises";
import {
  advanceRun,
  countLeftOut,
  countMoved,
  endRun,
  ensureMovingSource,
  keepReport,
  listItems,
  lockRun,
  openRun,
  recordItems,
  settleMoved,
  type MovingRun,
  type NewItem,
} from "@balcao/database/moving";
import type { Database } from "@balcao/database/sql";
import { MOVING_KINDS, type MovedFile, type MovedRows, type MovingCount, type MovingKind, type MovingSource } from "@balcao/domain/moving";
import { RepairableError } from "@balcao/platform/errors";
import type { FileStore } from "@balcao/platform/files";
import { recomputeFigures } from "../../company/dashboard/index.js";
import { openDirectory } from "../../ground/directory/index.js";
import { companyNumbers } from "../../ground/phoneNumbers/index.js";
import { bringFiles } from "./bringFiles.js";
import { createLookups, matchConnections, type MovingOptions, type Scene, type Writer } from "./scene.js";
import { tellBrowsers } from "./tellBrowsers.js";
import { writeContacts, writeTagLinks } from "./writeContacts.js";
import { writeFiles } from "./writeFiles.js";
import { writeMessages, writeNotes, writeRatings } from "./writeMessages.js";
import { writePeople, writeQueues, writeQuickAnswers, writeTags } from "./writePeople.js";
import { writeTickets } from "./writeTickets.js";

const WRITERS: { readonly [K in MovingKind]: Writer<MovedRows[K]> } = {
  people: writePeople,
  queues: writeQueues,
  tags: writeTags,
  quickAnswers: writeQuickAnswers,
  contacts: writeContacts,
  tagLinks: writeTagLinks,
  tickets: writeTickets,
  messages: writeMessages,
  notes: writeNotes,
  ratings: writeRatings,
  files: writeFiles,
};

/** A run rests after a batch for as long as it took, so that people have half of the machine; at most so long. */
const MOST_REST_MS = 1_000;
/** The statistics of its tables are counted anew after the first rows of a kind that a run makes, and whenever these are so many times as many. */
const SETTLE_TIMES = 4;

/** What a run does as it goes; each is called after the commit of a batch. */
export interface MovingListener {
  readonly onProgress?: (kind: MovingKind, read: number) => void;
  readonly onLeftOut?: (kind: MovingKind, key: string, reason: string) => void;
}

/** What a run has made and changed, by kind. */
interface Done {
  readonly made: number;
  readonly changed: number;
  readonly leftOut?: Readonly<Record<string, number>>;
}
type Tally = Partial<Record<MovingKind, Done>>;
const NOTHING: Done = { made: 0, changed: 0 };

/** Adds what a batch has left out, by the reasons. */
function addLeftOut(before: Readonly<Record<string, number>>, items: readonly NewItem[]): Readonly<Record<string, number>> {
  const sum = { ...before };
  for (const { id, state } of items) if (id <= 0) sum[state ?? ""] = (sum[state ?? ""] ?? 0) + 1;
  return sum;
}

export interface KindReport {
  readonly kind: MovingKind;
  /** What the other system counts, and what is here of it. */
  readonly there: MovingCount;
  readonly here: MovingCount;
  readonly made: number;
  readonly changed: number;
  readonly leftOut: readonly { readonly reason: string; readonly rows: number }[];
  /** Whether all of it is here or was left out for a reason, and the texts of messages are as long as there. */
  readonly isWhole: boolean;
}

export interface MovingReport {
  readonly runId: number;
  readonly kinds: readonly KindReport[];
}

interface Moving {
  readonly database: Database;
  readonly source: MovingSource;
  readonly options: MovingOptions;
  readonly now: Date;
  /** Where the files of messages go; without it they are left out. */
  readonly files?: FileStore;
}

/**
 * Takes over what another system has. Each batch is one transaction with its journal, so that a run which was cut goes on, and a later
 * one brings only what is new. Triggers nothing and tells nobody; open browsers read again at its end. Throws RepairableError for a
 * connection that no connection of ours answers.
 */
export async function moveIn({ database, source, options, now, files }: Moving, listener: MovingListener = {}): Promise<MovingReport> {
  const directory = await openDirectory(database.sql);
  const matched = matchConnections(await source.connections(), directory, options.map);
  const lost = [...matched.values()].filter(({ ours }) => ours === undefined).map(({ theirs }) => `"${theirs.name}"`);
  if (lost.length > 0)
    throw new RepairableError(
      `No connection here is called ${lost.join(", ")}. Make it, or name one in the map under "connections"; null closes its conversations.`,
    );
  const sourceId = await ensureMovingSource(database.sql, source.name);
  const run = await openRun(database.sql, sourceId, options.figures);
  const scene: Scene = {
    database,
    directory,
    source,
    options,
    run,
    now,
    files,
    brought: new Map(),
    readNumber: (await companyNumbers({ directory })).read,
    connections: new Map([...matched].map(([key, { ours }]) => [key, ours ?? null])),
    ...createLookups(source, sourceId),
  };
  const tally = (run.counts ?? {}) as Tally;
  let at: Pick<MovingRun, "kind" | "place"> = run;
  const begin = Math.max(
    0,
    MOVING_KINDS.findIndex((kind) => kind === run.kind),
  );
  for (const kind of MOVING_KINDS.slice(begin)) {
    at = await moveKind(scene, kind, { at, tally }, listener);
    if (kind === "people" || kind === "queues") await directory.refresh();
  }
  const made = Object.values(tally).reduce((sum, each) => sum + each.made + each.changed, 0);
  await database.transaction(async (tx) => {
    await endRun(tx, run.id);
    if (made > 0) await tellBrowsers(tx);
  });
  if (run.figures && made > 0) await recomputeFigures(database, { now });
  const report = await reportOf(scene, tally);
  await keepReport(database.sql, run.id, report.kinds);
  return report;
}

/** Counts statistics anew as a run makes rows of a kind, of which it had made `begun` before. */
function createSettling({ sql }: Database, kind: MovingKind, begun: number): (made: number) => Promise<void> {
  let settledAt = 0;
  return async (made) => {
    if (made - begun <= settledAt * SETTLE_TIMES) return;
    settledAt = made - begun;
    // Only plans are worse without it, and a table that the database is busy with is no reason to end.
    await settleMoved(sql, kind).catch(() => undefined);
  };
}

/** Reads the next batch while one is written; what the reading throws is thrown when its turn comes. */
async function* readAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next();
  next.catch(() => undefined);
  try {
    for (;;) {
      const read = await next;
      if (read.done === true) return;
      next = batches.next();
      next.catch(() => undefined);
      yield read.value;
    }
  } finally {
    await batches.return(undefined).catch(() => undefined);
  }
}

/** Takes over the rows of one kind; returns how far the run has come. */
async function moveKind<K extends MovingKind>(
  scene: Scene,
  kind: K,
  { at, tally }: { readonly at: Pick<MovingRun, "kind" | "place">; readonly tally: Tally },
  { onProgress, onLeftOut }: MovingListener,
): Promise<Pick<MovingRun, "kind" | "place">> {
  const { database, run, source } = scene;
  let last = at;
  let read = 0;
  const settle = createSettling(database, kind, tally[kind]?.made ?? 0);
  for await (const batch of readAhead(source.read(kind, at.kind === kind ? at.place : null))) {
    const rows = [...new Map(batch.rows.map((row) => [row.sourceKey, row])).values()];
    const from = last;
    const began = performance.now();
    const ready = kind === "files" ? { ...scene, brought: await bringFiles(scene, rows as readonly MovedFile[]) } : scene;
    const before = tally[kind] ?? NOTHING;
    const done = await database.transaction(async (tx) => {
      if (!(await lockRun(tx, run.id, from.kind, from.place))) throw new Error("another process goes on with this import");
      const known = await listItems(
        tx,
        run.sourceId,
        kind,
        rows.map(({ sourceKey }) => sourceKey),
      );
      const isHere = (row: MovedRows[K]): boolean => (known.get(row.sourceKey)?.id ?? 0) > 0;
      const { items, changed = 0 } = await (WRITERS[kind] as Writer<MovedRows[K]>)(
        ready,
        tx,
        rows.filter((row) => !isHere(row)),
        rows.flatMap((row) => (isHere(row) ? [{ row, item: known.get(row.sourceKey) ?? { key: "", id: 0, state: null } }] : [])),
      );
      await recordItems(tx, run, kind, items);
      const sum = {
        made: before.made + items.filter(({ made }) => made).length,
        changed: before.changed + changed,
        leftOut: addLeftOut(before.leftOut ?? {}, items),
      };
      await advanceRun(tx, run.id, { kind, place: batch.place, counts: { ...tally, [kind]: sum } });
      return { items, sum };
    });
    tally[kind] = done.sum;
    last = { kind, place: batch.place };
    read += batch.rows.length;
    await settle(done.sum.made);
    for (const { id, key, state } of done.items) if (id <= 0) onLeftOut?.(kind, key, state ?? "");
    onProgress?.(kind, read);
    await pause(Math.min(performance.now() - began, MOST_REST_MS));
  }
  return last;
}

/** Compares what is here with what the other system counts. */
async function reportOf({ database: { sql }, source, run }: Scene, tally: Tally): Promise<MovingReport> {
  const counts = await source.counts();
  const kinds: KindReport[] = [];
  for (const kind of MOVING_KINDS) {
    const [there, here, out] = [counts[kind], await countMoved(sql, run.sourceId, kind), await countLeftOut(sql, run.sourceId, kind)];
    const sum = out.reduce((all, each) => ({ rows: all.rows + each.rows, characters: all.characters + each.characters }), {
      rows: 0,
      characters: 0,
    });
    const isWhole = there.rows === here.rows + sum.rows && (kind !== "messages" || there.characters === here.characters + sum.characters);
    const { made, changed } = tally[kind] ?? NOTHING;
    kinds.push({ kind, there, here, made, changed, leftOut: out, isWhole });
  }
  return { runId: run.id, kinds };
}
