import { mkdir, appendFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ArchiveError } from "@balcao/platform/archive";
import { errorCode } from "@balcao/platform/errors";
import type { FileStore } from "@balcao/platform/files";
import { newUuid } from "@balcao/platform/ids";
import { SECRETS } from "./manifest.js";

/** In the data folder, while a restore runs or after it was killed. */
const FOLDER = "restoring";
const EARLIER = "secrets.json";
/** An empty file that says that there were no secrets before. */
const NONE = "no-secrets";
const ADDED = "added-files";
/** Which restore the journal is of. */
const ID = "id";

/** What a restore changes beside the database, on disk before the change, so that an undo also finds it after a kill. */
export interface RestoreJournal {
  /** Begins the journal of a restore and returns its id. */
  begin(): Promise<string>;
  /** Notes a file that the restore is about to add. */
  noteFile(stored: string): Promise<void>;
  /** Puts the secrets of the backup in place. */
  placeSecrets(content: Buffer): Promise<void>;
  /**
   * Puts the earlier secrets back and removes the files that the restore `id` added. It may be repeated until `end`. Throws an ArchiveError
   * where the journal is of another one: that of `id` is in another data folder, or is gone.
   */
  putBack(id: string | null): Promise<void>;
  /** Ends the journal, after which nothing can be put back. Returns where earlier secrets are, if they are others than the present ones. */
  end(now: Date): Promise<string | null>;
}

async function read(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
}

/** Writes a private file, which is on disk and whole under its name or not there. */
async function replaceFile(file: string, content: Buffer): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

export function createRestoreJournal(dataDir: string, files: Pick<FileStore, "remove">): RestoreJournal {
  const folder = path.join(dataDir, FOLDER);
  const at = (name: string): string => path.join(folder, name);
  const secrets = path.join(dataDir, SECRETS);
  const open = () => mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    begin: async () => {
      await open();
      const id = newUuid();
      await replaceFile(at(ID), Buffer.from(id));
      return id;
    },
    noteFile: async (stored) => {
      await open();
      await appendFile(at(ADDED), `${stored}\n`);
    },
    placeSecrets: async (content) => {
      const present = await read(secrets);
      if (present?.equals(content) === true) return;
      await open();
      await replaceFile(at(present === null ? NONE : EARLIER), present ?? Buffer.alloc(0));
      await replaceFile(secrets, content);
    },
    putBack: async (id) => {
      if (id !== null && (await read(at(ID)))?.toString() !== id)
        throw new ArchiveError(
          `The interrupted restore ran with another data folder than ${dataDir}: the earlier secrets and the list of the files that it added are there. ` +
            "Nothing was changed. Run restore --undo with that folder. Where it is gone for good (that of a pod, for instance), restore --undo --without-journal " +
            "puts the database back; secrets.json stays as it is here, and the check of files finds the added ones.",
        );
      const earlier = await read(at(EARLIER));
      if (earlier !== null) await replaceFile(secrets, earlier);
      else if ((await read(at(NONE))) !== null) await rm(secrets, { force: true });
      const added = (await read(at(ADDED)))?.toString().split("\n") ?? [];
      // A file that cannot be removed now is one that nothing names, which the check of files finds.
      for (const stored of added.filter((each) => each !== "")) await files.remove(stored).catch(() => undefined);
    },
    end: async (now) => {
      const [earlier, present] = [await read(at(EARLIER)), await read(secrets)];
      const isOther = earlier !== null && present?.equals(earlier) !== true;
      const kept = isOther ? `${secrets}.before-restore-${now.toISOString().slice(0, 19).replace(/\D/g, "")}` : null;
      if (kept !== null) await rename(at(EARLIER), kept);
      await rm(folder, { recursive: true, force: true });
      return kept;
    },
  };
}
