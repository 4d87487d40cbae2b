import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { listErasedEntries, type ErasedSubjects } from "@balcao/database/privacy";
import type { Sql } from "@balcao/database/sql";
import { errorCode, RepairableError } from "@balcao/platform/errors";
import type { Services } from "../../ground/kernel/index.js";

/** The name of the list of erasures, in the data folder and beside backups (D-640). */
export const ERASURE_LIST = "erasures.jsonl";

/** A line of the list: when and by whom a person was erased, and which rows they were. It names nobody. */
export interface ListedErasure {
  readonly at: string;
  readonly userId: number;
  readonly subjects: ErasedSubjects;
}

/** A list of erasures cannot be read; the message is a sentence for people. */
class ErasureListError extends RepairableError {
  override readonly name = "ErasureListError";
}

/** The erasures of a list; none where there is no file. Throws ErasureListError. */
async function readErasureList(file: string): Promise<readonly ListedErasure[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw new ErasureListError(`${file} cannot be read (${errorCode(error) ?? "unknown error"}): it says who must be erased again.`);
  }
  return text.split("\n").flatMap((line, index) => (line === "" ? [] : [toErasure(line, `${file}, line ${index + 1},`)]));
}

function toErasure(line: string, place: string): ListedErasure {
  try {
    const read = JSON.parse(line) as ListedErasure;
    const isWhole =
      Number.isInteger(read.userId) &&
      !Number.isNaN(Date.parse(read.at)) &&
      read.subjects.every(([id, at]) => Number.isInteger(id) && !Number.isNaN(Date.parse(at)));
    if (isWhole) return { at: read.at, userId: read.userId, subjects: read.subjects };
  } catch {
    // The same sentence.
  }
  throw new ErasureListError(
    `${place} is no erasure: the list is damaged. Take that line out, or the file from another backup; nothing was changed.`,
  );
}

/** What several lists and the database know together, the oldest first. */
export async function gatherErasures(sql: Sql | null, files: readonly string[]): Promise<readonly ListedErasure[]> {
  const stored = sql === null ? [] : await listErasedEntries(sql);
  const listed = [...stored.map((entry) => ({ ...entry, at: entry.at.toISOString() }))];
  const all: ListedErasure[] = [...listed];
  for (const file of files) all.push(...(await readErasureList(file)));
  const lines = new Map(all.map(({ at, userId, subjects }) => [JSON.stringify({ at, userId, subjects }), { at, userId, subjects }]));
  return [...lines.values()].toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Replaces a list, all at once. */
export async function writeErasureList(file: string, erasures: readonly ListedErasure[]): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    await writeFile(draft, erasures.map((each) => `${JSON.stringify(each)}\n`).join(""), { mode: 0o600, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Writes what the database and the list of a folder know into that list; no file where nobody was erased. */
export async function refreshErasureList(sql: Sql, folder: string): Promise<void> {
  const file = path.join(folder, ERASURE_LIST);
  const erasures = await gatherErasures(sql, [file]);
  if (erasures.length > 0) await writeErasureList(file, erasures);
}

/** The list of the data folder after an erasure, which has happened whether it can be written or not: the next backup tries again. */
export async function keepErasureList({ database, dataDir, logger }: Services): Promise<void> {
  await refreshErasureList(database.sql, dataDir).catch((error: unknown) => {
    logger.error({ err: error }, "the list of erasures could not be written; a restore of an older backup would need it");
  });
}
