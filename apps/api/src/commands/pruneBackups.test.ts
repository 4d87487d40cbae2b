import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pruneBackups } from "./pruneBackups.js";

describe("old backups", () => {
  it("are deleted by the time in their names, and no other file", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "balcao-prune-"));
    const kept = ["balcao-2026-10-27T033000Z.sealed", "balcao-2026-11-25T033000Z.tar", "balcao-2026-01-01T033000Z.tar.part", "notes.txt"];
    for (const name of [...kept, "balcao-2026-10-25T033000Z.sealed", "balcao-2025-12-31T235959Z.tar"])
      await writeFile(path.join(folder, name), "");
    expect(await pruneBackups(folder, 30, new Date("2026-11-25T03:31:00Z"))).toBe(2);
    expect((await readdir(folder)).sort()).toEqual([...kept].sort());
    await rm(folder, { recursive: true });
  });
});
