import { isSuper } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { DeletedFilesView, FileCheckView, FileCountView } from "@balcao/contracts/settings";
import { countFiles, findKnownPaths, listPathsAfter } from "@balcao/database/files";
import { FileError, type ListedFile } from "@balcao/platform/files";
import { JobStopped, runJob, type RunningJob } from "../../ground/jobs/index.js";
import { command, inUnit, type Ctx, type Services } from "../../ground/kernel/index.js";

/** A younger file may belong to a transaction that has not ended yet [D-226]. */
const YOUNG_MS = 24 * 60 * 60 * 1_000;
const READ_AT_ONCE = 500;

/** How many files the product keeps, and their bytes [API-091]. */
export async function countStoredFiles(services: Services): Promise<FileCountView> {
  const { files, bytes } = await countFiles(services.database.sql);
  return { files, bytes };
}

/**
 * Compares the store with the database and changes nothing [API-090], as a job: it goes on when the
 * browser leaves. Orphans are those that a deletion would remove. Throws ERR_JOB_STOPPED.
 */
export async function checkStoredFiles(services: Services, ctx: Ctx): Promise<FileCheckView> {
  const { files } = await countFiles(services.database.sql);
  // Each file is looked at in the store, and each row in the database.
  const ended = await runJob(services, ctx, { kind: "fileCheck", total: 2 * files, may: isSuper }, async (job) => {
    const counted = { orphans: 0, orphanBytes: 0, missing: 0 };
    try {
      await countInto(services, ctx.now, counted, followSteps(services, job));
      return { counted, result: counted, isStopped: false };
    } catch (error) {
      if (!(error instanceof JobStopped)) throw error;
      return { counted, result: counted, isStopped: true };
    }
  });
  if (ended.isStopped) throw new AppError("ERR_JOB_STOPPED");
  return ended.counted;
}

type Counted = { -readonly [K in keyof FileCheckView]: FileCheckView[K] };

async function countInto(services: Services, now: Date, counted: Counted, seen: (more: number) => Promise<void>): Promise<void> {
  for await (const { size } of findOrphans(services, now, seen)) {
    counted.orphans += 1;
    counted.orphanBytes += size;
  }
  for (let after = ""; ;) {
    const paths = await listPathsAfter(services.database.sql, after);
    for (const path of paths) if (!(await isStored(services, path))) counted.missing += 1;
    const last = paths.at(-1);
    if (last === undefined) return;
    await seen(paths.length);
    after = last;
  }
}

/** Says how far a job is after each few hundred files. */
function followSteps(services: Services, job: RunningJob): (more: number) => Promise<void> {
  let [done, said] = [0, 0];
  return async (more) => {
    done += more;
    if (done - said < READ_AT_ONCE) return;
    said = done;
    await inUnit(services, (unit) => job.advance(unit, done));
  };
}

/**
 * Deletes the files without a row that are older than a day [API-092]; files that anything names have a row and stay. The
 * caller has confirmed the person's password.
 */
export async function deleteOrphanFiles(
  services: Services,
  ctx: Ctx,
  { note }: { readonly note: AuditNote | null },
): Promise<DeletedFilesView> {
  let deleted = 0;
  let bytes = 0;
  for await (const { path, size } of findOrphans(services, ctx.now)) {
    await services.files.remove(path);
    deleted += 1;
    bytes += size;
  }
  return command(services, ctx, () =>
    Promise.resolve({
      audit: { action: "file.deleteOrphans", description: `${deleted} files, ${bytes} bytes`, note },
      result: { deleted, bytes },
    }),
  );
}

async function* findOrphans(
  { files, database }: Services,
  now: Date,
  seen: (more: number) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<ListedFile> {
  const isOld = ({ writtenAt }: ListedFile): boolean => now.getTime() - writtenAt.getTime() > YOUNG_MS;
  for await (const part of files.list()) {
    await seen(part.length);
    for (let from = 0; from < part.length; from += READ_AT_ONCE) {
      const old = part.slice(from, from + READ_AT_ONCE).filter(isOld);
      const known = await findKnownPaths(
        database.sql,
        old.map(({ path }) => path),
      );
      yield* old.filter(({ path }) => !known.has(path));
    }
  }
}

async function isStored({ files }: Services, path: string): Promise<boolean> {
  try {
    await files.size(path);
    return true;
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}
