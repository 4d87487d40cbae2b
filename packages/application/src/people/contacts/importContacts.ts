import { setTimeout as pause } from "node:timers/promises";
import { can, isSuper, type Actor } from "@balcao/domain/access";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { SheetImportView, SheetRowProblem } from "@balcao/contracts/contacts";
import type { AuditNote } from "@balcao/contracts/log";
import {
  insertImportedContacts,
  listKnownNumbers,
  putImportedRedirects,
  settleContacts,
  type ImportedContact,
} from "@balcao/database/contacts";
import { listTagNames } from "@balcao/database/tags";
import { command, inUnit, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { companyNumbers } from "../../ground/phoneNumbers/index.js";
import { JobStopped, runJob, type RunningJob } from "../../ground/jobs/index.js";
import { describeColumns, readUploadedSheet, toRecords, type ChosenColumns, type SheetColumn } from "../../ground/sheets/index.js";
import { readAddressBook } from "./addressBook.js";
import { DELEGATION_COLUMNS, IMPORT_COLUMNS } from "./sheetColumns.js";
import { judgeContacts, judgeDelegations } from "./sheetRows.js";

/** Rows written per transaction: some 10 ms of work, so that neither conversations nor other people's calls wait for it. */
const STEP = 100;
/** A step begins so long after the one before, so that calls of people keep most of the processors: 100,000 rows take some 75 seconds. */
const STEP_EVERY_MS = 70;
/** The pause after a step that took longer: it waited for others, and a long pause gives them nothing. */
const SHORTEST_PAUSE_MS = 15;
/** After so many rows, ten times as many and so on, and at the end, the database takes stock: statistics of before mislead its planner. */
const MANY = 1_000;
/** Further problems are only counted. */
const MOST_PROBLEMS = 500;

interface ImportInput {
  /** Only says what would happen. */
  readonly dryRun: boolean;
  readonly note: AuditNote | null;
  /** What the person says that each column is; null where the headers say it. */
  readonly columns: ChosenColumns | null;
}

type Files = readonly { readonly path: string }[];

/**
 * Imports contacts from a spreadsheet, or without one from the phone's address book [API-051]: new numbers are created, known ones are skipped and never overwritten, rows with
 * problems are skipped and listed. It goes on when the browser leaves, with its progress after each
 * hundred. Throws ERR_NO_PERMISSION while the import is blocked.
 */
export async function importContacts(services: Services, ctx: Ctx, input: ImportInput, files: Files): Promise<SheetImportView> {
  const { dryRun, note } = input;
  const may = (actor: Actor): boolean =>
    can(actor, "contacts:edit") && (!services.directory.current().settings.blockContactImport || isSuper(actor));
  if (!may(ctx.actor)) throw new AppError("ERR_NO_PERMISSION");
  const found = await readContacts(services, ctx, input, files);
  if ("created" in found) return found;
  const { rows, problems, problemCount, connectionId, numbers, columns } = found;
  const answer = { problems: problems.slice(0, MOST_PROBLEMS), problemCount, changed: 0 };
  if (dryRun) {
    let skipped = 0;
    for (const step of inSteps(rows)) skipped += (await listKnownNumbers(services.database.sql, step)).length;
    return { ...answer, created: rows.length - skipped, skipped, ...(numbers && { numbers }), ...(columns && { columns }) };
  }
  const job = { kind: "contactImport", total: rows.length, may, note, connectionId } as const;
  const { written: created } = await runImport(services, ctx, job, async (running) => {
    const { written, seen } = await write(services, running, { rows, save: insertImportedContacts });
    return {
      written,
      seen,
      result: { created: written, skipped: seen - written, [connectionId === null ? "problems" : "leftOut"]: problemCount },
    };
  });
  return { ...answer, created, skipped: rows.length - created };
}

interface ReadContacts {
  readonly rows: readonly ImportedContact[];
  readonly problems: readonly SheetRowProblem[];
  readonly problemCount: number;
  /** Whose phone they come from; null for a spreadsheet. */
  readonly connectionId: number | null;
  /** What was concluded of the numbers of a spreadsheet. */
  readonly numbers?: SheetImportView["numbers"];
  readonly columns?: SheetImportView["columns"];
}

const UNASSIGNED = { created: 0, changed: 0, skipped: 0, problems: [], problemCount: 0 } as const;

/**
 * A sheet's rows by its columns, and how these were understood; while a required one is missing, a check answers the columns
 * alone, so that the person assigns them, and an import is refused with the missing one's name (D-264).
 */
async function readRows<K extends string>(
  ctx: Ctx,
  { dryRun, columns: chosen }: ImportInput,
  file: Files[number] | undefined,
  { columns, limits = {} }: { readonly columns: Readonly<Record<K, SheetColumn>>; readonly limits?: { readonly rows?: number } },
) {
  const sheet = await readUploadedSheet(ctx, file, limits);
  const described = describeColumns(sheet, columns, chosen);
  if (dryRun && described.isMissing) return { unassigned: { ...UNASSIGNED, columns: described } };
  return { records: toRecords(sheet, columns, chosen), columns: described };
}

/** The contacts of the uploaded spreadsheet, or without one of the phone; a check of a sheet whose numbers are not found. */
async function readContacts(services: Services, ctx: Ctx, input: ImportInput, [file]: Files): Promise<ReadContacts | SheetImportView> {
  if (!file) {
    const { rows, leftOut, connectionId } = await readAddressBook(services, ctx);
    return { rows, problems: [], problemCount: leftOut, connectionId };
  }
  const { records, columns, unassigned } = await readRows(ctx, input, file, { columns: IMPORT_COLUMNS });
  if (unassigned) return unassigned;
  const tags = new Map((await listTagNames(services.database.sql)).map(({ id, name }) => [name.toLowerCase(), id]));
  const { read, code } = await companyNumbers(services);
  const { rows, problems, numbers } = await judgeContacts(records, read, tags);
  return { rows, problems, problemCount: problems.length, connectionId: null, numbers: { code, ...numbers }, columns };
}

/**
 * Imports who gets the tickets of contacts per queue [API-054, CONTACT-009]. One row with a
 * problem refuses the whole file; numbers that nobody has are created.
 */
export async function importDelegations(services: Services, ctx: Ctx, input: ImportInput, files: Files): Promise<SheetImportView> {
  const { dryRun, note } = input;
  const { records, columns, unassigned } = await readRows(ctx, input, files[0], { columns: DELEGATION_COLUMNS, limits: { rows: 20_000 } });
  if (unassigned) return unassigned;
  const { read, code } = await companyNumbers(services);
  const { rows, problems, numbers } = await judgeDelegations(records, read, { directory: services.directory.current(), actor: ctx.actor });
  const [first] = problems;
  const answer = { problems: problems.slice(0, MOST_PROBLEMS), problemCount: problems.length };
  if (dryRun) return { ...answer, created: 0, skipped: 0, changed: rows.length, numbers: { code, ...numbers }, columns };
  if (first)
    throw invalidField("medias", "rows", `A planilha tem ${problems.length} linha(s) com erro; a primeira é a linha ${first.line}.`);
  const contacts = [...new Map(rows.map(({ contact }) => [contact.number, contact])).values()];
  const redirects = rows.map(({ redirect }) => redirect);
  const total = contacts.length + redirects.length;
  const may = (actor: Actor): boolean =>
    can(actor, "contacts:add") && (actor.profile === "admin" || redirects.every(({ queueId }) => actor.queueIds.includes(queueId)));
  const { created, written: changed } = await runImport(services, ctx, { kind: "delegationImport", total, may, note }, async (job) => {
    const added = await write(services, job, { rows: contacts, save: insertImportedContacts });
    const put = await write(services, job, { rows: redirects, save: putImportedRedirects, before: added.seen });
    const [isDone, seen] = [put.seen === redirects.length, added.seen + put.seen];
    const result = { created: added.written, changed: put.written, skipped: put.seen - put.written };
    return { created: added.written, written: put.written, seen: isDone ? total : Math.min(seen, total - 1), result };
  });
  return { ...answer, created, changed, skipped: redirects.length - changed };
}

interface Import {
  readonly kind: "contactImport" | "delegationImport";
  readonly total: number;
  readonly may: (actor: Actor) => boolean;
  readonly note: AuditNote | null;
  /** Whose phone the contacts come from. */
  readonly connectionId?: number | null;
}

interface Imported {
  readonly written: number;
  /** The rows that were looked at: fewer than all when the person has stopped it. */
  readonly seen: number;
  readonly result: Readonly<Record<string, number>>;
}

/**
 * Imports as a job and records it. What is written when the person stops it stays: the same file can
 * be imported again. Throws ERR_JOB_STOPPED then.
 */
async function runImport<T extends Imported>(
  services: Services,
  ctx: Ctx,
  { kind, total, may, note, connectionId = null }: Import,
  work: (job: RunningJob) => Promise<T>,
): Promise<T> {
  const ended = await runJob(services, ctx, { kind, total, may }, async (job) => {
    const done = await work(job);
    if (done.seen >= MANY) await settle(services);
    await command(services, ctx, async (unit) => {
      await unit.live("contacts", {});
      const description = `${done.written} of ${total} ${connectionId === null ? "rows" : "saved contacts of the phone"} written`;
      return { audit: { action: "contact.import", description, note, connectionId }, result: null };
    });
    return { ...done, isStopped: done.seen < total };
  });
  if (ended.isStopped) throw new AppError("ERR_JOB_STOPPED");
  return ended;
}

/** Has the database take stock of the contacts now, because on a busy server its own turn may come late. */
async function settle({ database, logger }: Services): Promise<void> {
  await settleContacts(database.sql).catch((error: unknown) => logger.warn({ err: error }, "the imported contacts could not be vacuumed"));
}

interface Writing<Row> {
  readonly rows: readonly Row[];
  readonly save: (unit: Unit, rows: readonly Row[]) => Promise<number>;
  /** What the job has done before. */
  readonly before?: number;
}

/** Writes rows in steps until the person stops the job; returns how many it has written, of how many. */
async function write<Row>(
  services: Services,
  job: RunningJob,
  { rows, save, before = 0 }: Writing<Row>,
): Promise<{ readonly written: number; readonly seen: number }> {
  let [written, seen, settleAt] = [0, 0, MANY];
  try {
    for (const step of inSteps(rows)) {
      const began = services.clock.monotonic();
      written += await inUnit(services, async (unit) => {
        const saved = await save(unit, step);
        await job.advance(unit, before + seen + step.length);
        return saved;
      });
      seen += step.length;
      if (seen >= settleAt) {
        await settle(services);
        settleAt *= 10;
      }
      if (seen < rows.length) await pause(Math.max(SHORTEST_PAUSE_MS, STEP_EVERY_MS - (services.clock.monotonic() - began)));
    }
  } catch (error) {
    if (!(error instanceof JobStopped)) throw error;
  }
  return { written, seen };
}

function* inSteps<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += STEP) yield rows.slice(at, at + STEP);
}
