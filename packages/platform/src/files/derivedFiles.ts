import { mkdir, rm } from "node:fs/promises";
import type { Clock } from "../clock/index.js";
import { newDraft } from "./drafts.js";
import type { FilePlace } from "./filePlace.js";

type Make = (draft: string) => Promise<void>;

/** Files that are made from stored ones when somebody asks for them. */
export function createDerivedFiles(drafts: string, place: FilePlace, clock: Clock) {
  /** Derived files in progress, so that simultaneous calls wait for the same one. */
  const making = new Map<string, Promise<void>>();
  const ensure = async (stored: string, make: Make): Promise<void> => {
    if (!(await place.renew(stored, clock.now()))) await makeFile(drafts, place, stored, make);
  };
  return {
    /** Makes the file unless it is there; one that is there counts as asked for now. */
    ensure: async (stored: string, make: Make): Promise<void> => {
      const work = making.get(stored) ?? ensure(stored, make).finally(() => making.delete(stored));
      making.set(stored, work);
      await work;
    },
  };
}

async function makeFile(drafts: string, place: FilePlace, stored: string, make: Make): Promise<void> {
  const draft = newDraft(drafts);
  try {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    await make(draft);
    await place.keep({ file: draft, isLasting: false }, stored);
  } finally {
    await rm(draft, { force: true });
  }
}
