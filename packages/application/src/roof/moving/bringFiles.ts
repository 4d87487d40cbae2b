import { Readable } from "node:stream";
import { CAPABILITIES } from "@balcao/domain/connections";
import { MEDIA_KINDS } from "@balcao/domain/messages";
import { isPlainName, type MovedFile } from "@balcao/domain/moving";
import { insertFile } from "@balcao/database/files";
import { listFilePlaces, listItems, type FilePlace } from "@balcao/database/moving";
import { ArchiveError } from "@balcao/platform/archive";
import { FileError, type FileStore, type StoredFile } from "@balcao/platform/files";
import { toFileDraft } from "../../ground/kernel/index.js";
import type { Brought, Scene } from "./scene.js";

/** What the network of the most generous connector carries. */
const MOST_BYTES = Math.max(...Object.values(CAPABILITIES).map(({ uploadLimitBytes }) => uploadLimitBytes));
const AT_ONCE = 4;

const REASONS: Readonly<Record<FileError["reason"], string>> = {
  blocked: "badFile",
  program: "badFile",
  empty: "emptyFile",
  tooLarge: "tooLarge",
  missing: "noFile",
};

/**
 * Stores the files of a batch before its transaction, which would wait for disks and buckets. They belong to nobody until their messages
 * take them: what a cut run leaves behind is deleted like every other such file. Returns them by the keys of their rows.
 */
export async function bringFiles(scene: Scene, rows: readonly MovedFile[]): Promise<ReadonlyMap<string, Brought>> {
  const { sql } = scene.database;
  const [files, messages] = [
    await listItems(sql, scene.run.sourceId, "files", keysOf(rows, "sourceKey")),
    await listItems(sql, scene.run.sourceId, "messages", keysOf(rows, "messageKey")),
  ];
  const fresh = rows.filter(({ sourceKey }) => (files.get(sourceKey)?.id ?? 0) <= 0);
  const idOf = ({ messageKey }: MovedFile): number => messages.get(messageKey)?.id ?? 0;
  const firsts = new Map<number, MovedFile>();
  for (const row of fresh) if (!firsts.has(idOf(row))) firsts.set(idOf(row), row);
  const places = await listFilePlaces(sql, [...firsts.keys()]);
  const found = new Map<number, Brought>();
  const waiting = [...firsts];
  for (let from = 0; from < waiting.length; from += AT_ONCE)
    await allEnded(waiting.slice(from, from + AT_ONCE).map(async ([id, row]) => found.set(id, await bringOne(scene, row, places.get(id)))));
  // Two of theirs that are one message of ours have one file.
  return new Map(fresh.map((row) => [row.sourceKey, shared(found.get(idOf(row)) ?? "noFile", firsts.get(idOf(row)) === row)]));
}

/** Waits for all of them, so that nothing is written any more when one has failed. */
async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

const shared = (found: Brought, isFirst: boolean): Brought => (isFirst || typeof found === "string" ? found : { ...found, stored: null });

const keysOf = <K extends "sourceKey" | "messageKey">(rows: readonly MovedFile[], key: K): string[] => rows.map((row) => row[key]);

async function bringOne(scene: Scene, row: MovedFile, place: FilePlace | undefined): Promise<Brought> {
  if (place === undefined) return "noMessage";
  if (place.hasFile) return { messageId: place.id, stored: null };
  // A message whose file is on its way from the network gets that one.
  const isWaiting = place.state === "failed" && MEDIA_KINDS.some((kind) => kind === place.type);
  return isWaiting ? bring(scene, row, place.id) : "noFilePlace";
}

async function bring({ source, files, database }: Scene, { name, fileName }: MovedFile, messageId: number): Promise<Brought> {
  if (!isPlainName(name)) return "path";
  try {
    const bytes = files === undefined ? null : ((await source.openFile?.(name)) ?? null);
    if (files === undefined || bytes === null) return "noFile";
    const stored = await write(files, bytes, fileName);
    await insertFile(database.sql, toFileDraft(stored), "incoming", null);
    return { messageId, stored };
  } catch (error) {
    if (error instanceof FileError) return REASONS[error.reason];
    if (error instanceof ArchiveError) return "damaged";
    throw error;
  }
}

/** Dangerous files are kept for administrators, as those that come from the network [D-360]. */
const write = (files: FileStore, bytes: AsyncIterable<Uint8Array>, originalName: string): Promise<StoredFile> =>
  files.write(Readable.from(bytes, { objectMode: false }), { originalName, declaredMime: "", maxBytes: MOST_BYTES, keepsDanger: true });
