import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { errorCode, isError } from "../errors/index.js";
import { createSlots } from "../programs/index.js";
import { SheetError, type SheetProblem } from "./sheetError.js";

/** How much a spreadsheet may contain and cost. */
export interface SheetLimits {
  /** Of the file. */
  readonly bytes: number;
  /** Of the parts of an .xlsx that hold cells, unpacked. */
  readonly unpackedBytes: number;
  /** With text, besides the header. */
  readonly rows: number;
  readonly columns: number;
  /** From the first column to the last one with text, in all rows. */
  readonly cells: number;
  readonly milliseconds: number;
  /** The JavaScript heap of the thread. */
  readonly megabytes: number;
}

export const SHEET_LIMITS: SheetLimits = Object.freeze({
  bytes: 20 * 1024 * 1024,
  unpackedBytes: 128 * 1024 * 1024,
  rows: 100_000,
  columns: 100,
  cells: 2_000_000,
  milliseconds: 60_000,
  megabytes: 1_024,
});

/** A row with text: its number in the file, from 1, and the trimmed texts of its cells. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The first sheet: its first row with text is the header. */
export interface Sheet {
  readonly header: readonly string[];
  readonly rows: readonly SheetRow[];
}

interface ReadSheetOptions {
  /** Replace the usual ones. */
  readonly limits?: Partial<SheetLimits>;
  /** Ends the thread when aborted; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Each thread may take the memory of its limit; further files wait in order. */
const inSlot = createSlots(1);

/**
 * Reads the first sheet of an .xlsx or .xls file in a thread of its own, all cells as text: whole
 * numbers with all digits, dates as 2026-11-22. The content decides the type, not the name; formulas
 * are not evaluated, links and macros are ignored. Throws SheetError.
 */
export async function readSheet(place: string, { limits = {}, signal }: ReadSheetOptions = {}): Promise<Sheet> {
  const bounds = { ...SHEET_LIMITS, ...limits };
  const { size } = await stat(place);
  if (size > bounds.bytes) throw new SheetError("bytes");
  const [header, ...rows] = await inSlot(() => runThread(place, bounds, signal));
  if (!header) throw new SheetError("empty");
  return { header: header.cells, rows };
}

async function runThread(place: string, limits: SheetLimits, signal: AbortSignal | undefined): Promise<SheetRow[]> {
  signal?.throwIfAborted();
  const thread = new Worker(new URL("./sheetThread.mjs", import.meta.url), {
    workerData: { place, limits },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 64 },
  });
  const deadline = AbortSignal.timeout(limits.milliseconds);
  const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    return await collectRows(thread, ended);
  } catch (error) {
    throw error === deadline.reason ? new SheetError("time") : error;
  } finally {
    await thread.terminate();
  }
}

/** Resolves to the rows that a thread has sent when it says that they are all. */
function collectRows(thread: Worker, ended: AbortSignal): Promise<SheetRow[]> {
  return new Promise((resolve, reject) => {
    const rows: SheetRow[] = [];
    thread.on("message", (message: { readonly rows?: readonly SheetRow[]; readonly problem?: SheetProblem | null }) => {
      for (const row of message.rows ?? []) rows.push(row);
      if (message.problem === null) resolve(rows);
      else if (message.problem !== undefined) reject(new SheetError(message.problem));
    });
    thread.on("error", (error: unknown) => reject(isOutOfMemory(error) ? new SheetError("memory") : asError(error)));
    thread.on("exit", () => reject(new SheetError("damaged")));
    ended.addEventListener("abort", () => reject(asError(ended.reason)), { once: true });
  });
}

const asError = (thrown: unknown): Error => (isError(thrown) ? thrown : new Error(String(thrown)));

const isOutOfMemory = (error: unknown): boolean => errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY";
