import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DeletedFilesView, FileCheckView, FileCountView } from "@balcao/contracts/settings";
import type { UserPictureView } from "@balcao/contracts/users";
import { ADMIN } from "../apiStage.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { photo } from "./photo.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

const TWO_DAYS_MS = 48 * 60 * 60 * 1_000;

describe("the files of the product", () => {
  let world: World;
  let marta: Agent;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    marta = await world.person("Marta", { profile: "admin" });
  }, 90_000);
  afterAll(() => world.close());

  /** Puts a file without a row into the store, written some time ago. */
  const stray = async (name: string, ageMs: number): Promise<void> => {
    const folder = path.join(world.stage.dataDir, "files", "ab", "cd");
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${name.padEnd(32, "0")}.bin`);
    await writeFile(file, "12345");
    const written = new Date(Date.now() - ageMs);
    await utimes(file, written, written);
  };
  const check = () => world.davi.ask<FileCheckView>("POST", "/settings/files/check", {});
  const remove = (password: string) =>
    world.davi.call("DELETE", "/settings/files/delete", { currentPassword: world.stage.seal("currentPassword", password) });

  it("are counted, checked, and only those deleted that nothing names and that are older than a day, with the password [SET-034, API-090, API-091, API-092, S-52, D-226]", async () => {
    const { profilePicUrl } = await world.davi.ask<UserPictureView>("POST", `/users/picture/${marta.id}`, photo());
    await world.rows("UPDATE file SET created_at = now() - interval '3 days'");
    const count = await world.davi.ask<FileCountView>("POST", "/settings/files/count", {});
    expect(count).toEqual({ files: 1, bytes: expect.any(Number) });
    expect(count.bytes).toBeGreaterThan(0);
    expect(await check()).toEqual({ orphans: 0, orphanBytes: 0, missing: 0 });
    await stray("a", TWO_DAYS_MS);
    await stray("b", TWO_DAYS_MS);
    await stray("c", 60_000);
    expect(await check()).toEqual({ orphans: 2, orphanBytes: 10, missing: 0 });
    expect(await world.davi.ask("GET", "/jobs")).toMatchObject([
      { kind: "fileCheck", state: "done", result: { orphans: 2, orphanBytes: 10, missing: 0 } },
    ]);
    expect(await remove("Errada-Senha-1")).toMatchObject({ status: 400, body: { details: [{ field: "currentPassword", rule: "wrong" }] } });
    expect(await world.davi.call("DELETE", "/settings/files/delete", {})).toMatchObject({ status: 400 });
    expect(await check()).toMatchObject({ orphans: 2 });
    expect(await remove(ADMIN.password)).toEqual({ status: 200, body: { deleted: 2, bytes: 10 } satisfies DeletedFilesView });
    expect(await check()).toEqual({ orphans: 0, orphanBytes: 0, missing: 0 });
    expect((await fetch(`${world.stage.origin}${profilePicUrl}`)).status).toBe(200);
    expect(await world.rows("SELECT user_id, description FROM audit_entry WHERE action = 'file.deleteOrphans'")).toEqual([
      { user_id: world.davi.id, description: "2 files, 10 bytes" },
    ]);
  });

  it("are missing where a row has no file", async () => {
    await world.rows("UPDATE file SET path = 'ff/ff/ffffffffffffffffffffffffffffffff.webp'");
    expect(await check()).toMatchObject({ missing: 1 });
  });

  it("are managed by user 1 alone [SET-033, ERR-020]", async () => {
    for (const [method, at] of [
      ["POST", "/settings/files/check"],
      ["POST", "/settings/files/count"],
      ["DELETE", "/settings/files/delete"],
    ] as const)
      expect(await marta.call(method, at, {})).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
  });
});
