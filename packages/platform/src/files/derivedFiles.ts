import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, utimes } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "../clock/index.js";

type Make = (draft: string) => Promise<void>;

/** Files that are made from stored ones when somebody asks for them. */
export function createDerivedFiles(drafts: string, clock: Clock) {
  /** Derived files in progress, so that simultaneous calls wait for the same one. */
  const making = new Map<string, Promise<void>>();
  return {
    /** Makes the file at `target` unless it is there; one that is there counts as asked for now. */
    ensure: async (target: string, make: Make): Promise<void> => {
      if (await touch(target, clock.now())) return;
      const work = making.get(target) ?? makeFile(drafts, target, make).finally(() => making.delete(target));
      making.set(target, work);
      await work;
    },
  };
}

/** Sets the time of a file; false where there is none. */
function touch(target: string, now: Date): Promise<boolean> {
  return utimes(target, now, now).then(
    () => true,
    () => false,
  );
}

async function makeFile(drafts: string, target: string, make: Make): Promise<void> {
  const draft = path.join(drafts, randomBytes(16).toString("hex"));
  try {
    for (const folder of [drafts, path.dirname(target)]) await mkdir(folder, { recursive: true, mode: 0o700 });
    await make(draft);
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}
