import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const IN_MEMORY = "/dev/shm";
/** The type of a file system in memory, as statfs tells it. */
const TMPFS = 0x01021994;
/** Several times what a run keeps there, so that the tests have their memory. */
const ROOM_BYTES = 6 * 1024 ** 3;

/** Whether files of a new folder in `folder` may be run, as some tests do with programs that they write. */
function runsPrograms(folder) {
  const own = fs.mkdtempSync(path.join(folder, "balcao-runs-"));
  try {
    const program = path.join(own, "program");
    fs.writeFileSync(program, "#!/bin/sh\nexit 0\n", { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    fs.rmSync(own, { recursive: true, force: true });
  }
}

/**
 * The temporary folder for a run: one in memory where the system has it and it has room, otherwise the usual one. Each test file makes and
 * drops a database of a thousand files, which costs a disk up to thirty times as long: ext4 passes over the places of files that were
 * just deleted, one by one.
 */
export function temporaryFolder(inMemory = IN_MEMORY, freeBytes = process.availableMemory()) {
  try {
    const { type, bavail, bsize } = fs.statfsSync(inMemory);
    const isFit = type === TMPFS && Math.min(bavail * bsize, freeBytes) > ROOM_BYTES && runsPrograms(inMemory);
    return isFit ? inMemory : os.tmpdir();
  } catch {
    // There is none, or this account may not write there.
    return os.tmpdir();
  }
}
