import { stat } from "node:fs/promises";
import { createSlots, inProgramSlot, runScript, type ProgramEnd } from "../programs/index.js";
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
  /** Of the process that reads it, resident. */
  readonly megabytes: number;
  /** What comes out of it: one shared text may stand in a million cells. */
  readonly outputBytes: number;
}

const SHEET_LIMITS: SheetLimits = Object.freeze({
  bytes: 20 * 1024 * 1024,
  unpackedBytes: 128 * 1024 * 1024,
  rows: 100_000,
  columns: 256,
  cells: 2_000_000,
  milliseconds: 60_000,
  megabytes: 256,
  outputBytes: 32 * 1024 * 1024,
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
  /** Of a file of vCards: the text of each at the line where it begins, without its pictures; such a file has no header. */
  readonly cards?: readonly { readonly line: number; readonly text: string }[];
}

interface ReadSheetOptions {
  /** Replace the usual ones. */
  readonly limits?: Partial<SheetLimits>;
  /** Ends the process when aborted; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A long file leaves the other place to pictures. */
const inSlot = createSlots(1);

/**
 * Reads the first visible sheet of an .xlsx, .xls or .ods file, a .csv or the cards of a .vcf in a process of
 * its own, all cells as text: whole numbers with all digits, dates as 2026-11-22. The content decides the type
 * and the encoding, not the name; formulas are not evaluated, links and macros are ignored. Throws SheetError.
 */
export async function readSheet(place: string, { limits = {}, signal }: ReadSheetOptions = {}): Promise<Sheet> {
  const bounds = { ...SHEET_LIMITS, ...limits };
  const { size } = await stat(place);
  if (size > bounds.bytes) throw new SheetError("bytes");
  const { isCards, rows: all } = await inSlot(() => inProgramSlot(() => readRows(place, bounds, signal)));
  if (isCards) return { header: [], rows: [], cards: all.map(({ line, cells: [text = ""] }) => ({ line, text })) };
  const [header, ...rows] = all;
  if (!header) throw new SheetError("empty");
  return { header: header.cells, rows };
}

/** A line of the script's output: whether the rows are cards, rows, and at the end what is wrong with the file. */
interface Part {
  readonly kind?: "cards";
  readonly rows?: readonly SheetRow[];
  readonly problem?: SheetProblem | null;
}

async function readRows(
  place: string,
  limits: SheetLimits,
  signal: AbortSignal | undefined,
): Promise<{ readonly isCards: boolean; readonly rows: SheetRow[] }> {
  const rows: SheetRow[] = [];
  let isCards = false;
  let problem: SheetProblem | null = "damaged";
  const add = (line: string): void => {
    // The script of ours wrote it.
    const part = JSON.parse(line) as Part;
    for (const row of part.rows ?? []) rows.push(row);
    if (part.kind === "cards") isCards = true;
    if (part.problem !== undefined) problem = part.problem;
  };
  const { milliseconds: timeoutMs, megabytes, outputBytes } = limits;
  const script = new URL("./sheetScript.mjs", import.meta.url);
  const end = await runScript(script, { place, limits }, { timeoutMs, megabytes, outputBytes, signal, onOutput: linesOf(add) });
  if (end.how === "stopped") signal?.throwIfAborted();
  problem = PROBLEM_OF_END[end.how] ?? problem;
  if (problem !== null) throw new SheetError(problem);
  return { isCards, rows };
}

const PROBLEM_OF_END: Partial<Record<ProgramEnd["how"], SheetProblem>> = { timeout: "time", memory: "memory", output: "unpacked" };

/** Calls `onLine` with every whole line of what comes in chunks. */
function linesOf(onLine: (line: string) => void): (chunk: Buffer) => void {
  let begun: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      onLine(Buffer.concat([...begun, chunk.subarray(from, at)]).toString("utf8"));
      begun = [];
      from = at + 1;
    }
    begun.push(chunk.subarray(from));
  };
}
