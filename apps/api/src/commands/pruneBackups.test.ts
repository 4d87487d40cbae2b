import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { deleteLeftovers, pruneBackups } from "./pruneBackups.js";

describe("old backups", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "balcao-prune-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const write = async (...names: readonly string[]) => {
    for (const name of names) await writeFile(path.join(folder, name), "");
  };

  it("are deleted by the time in their names, and no other file", async () => {
    const kept = [
      "balcao-2026-10-27T033000Z.sealed",
      "balcao-2026-11-24T033000Z.tar",
      "balcao-2026-11-25T033000Z.tar",
      ".balcao-2026-01-01T033000Z.tar.part",
      "notes.txt",
    ];
    await write(...kept, "balcao-2026-10-25T033000Z.sealed", "balcao-2025-12-31T235959Z.tar");
    expect(await pruneBackups(folder, 30, new Date("2026-11-25T03:31:00Z"))).toBe(2);
    expect((await readdir(folder)).sort()).toEqual([...kept].sort());
  });

  it("stay at any age while they are the newest three", async () => {
    const kept = ["balcao-2025-01-02T033000Z.tar", "balcao-2025-01-03T033000Z.sealed", "balcao-2026-11-25T033000Z.tar"];
    await write(...kept, "balcao-2025-01-01T033000Z.tar");
    expect(await pruneBackups(folder, 7, new Date("2026-11-25T03:31:00Z"))).toBe(1);
    expect((await readdir(folder)).sort()).toEqual(kept);
  });

  it("that were interrupted leave no part for longer than a day after their last byte", async () => {
    await write(".balcao-2026-11-23T033000Z.sealed.part", ".balcao-2026-11-24T033000Z.tar.part", ".other.part");
    const now = new Date("2026-11-25T03:31:00Z");
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
    await utimes(path.join(folder, ".balcao-2026-11-23T033000Z.sealed.part"), hoursAgo(25), hoursAgo(25));
    await utimes(path.join(folder, ".balcao-2026-11-24T033000Z.tar.part"), hoursAgo(23), hoursAgo(23));
    await utimes(path.join(folder, ".other.part"), hoursAgo(100), hoursAgo(100));
    expect(await deleteLeftovers(folder, now)).toBe(1);
    expect((await readdir(folder)).sort()).toEqual([".balcao-2026-11-24T033000Z.tar.part", ".other.part"]);
  });
});
