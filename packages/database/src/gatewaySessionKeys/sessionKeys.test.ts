import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { acquireLeases, ensureLeases, type LeaseFence } from "../leases/index.js";
import {
  clearSessionKeys,
  deleteOldKeyCopies,
  deleteOldSentKeys,
  listKeyCopies,
  readSessionKeys,
  restoreKeyCopy,
  writeSessionKeys,
} from "./index.js";

const ME = "11111111-1111-1111-1111-111111111111";
const ANOTHER = "22222222-2222-2222-2222-222222222222";

let test: TestDatabase;
let fence: LeaseFence;
beforeEach(async () => {
  test = await createTestDatabase();
  await test.database.sql.ask("INSERT INTO connection (name, api, wanted) VALUES ('Loja', 'baileys', true)");
  await ensureLeases(test.database.sql);
  const [lease] = await acquireLeases(test.database.sql, ME, { limit: 1, ttlMs: 60_000, apis: ["baileys"] });
  fence = { connectionId: lease?.connectionId ?? 0, owner: ME, epoch: lease?.epoch ?? 0 };
});
afterEach(() => test.close());

const write = (values: Readonly<Record<string, string | null>>, by = fence) =>
  writeSessionKeys(
    test.database.sql,
    by,
    Object.entries(values).map(([keyId, sealed]) => ({ type: "session", keyId, sealed })),
  );
const read = async () =>
  Object.fromEntries(
    (await readSessionKeys(test.database.sql, fence.connectionId, "session", ["a", "b", "c"])).map(({ keyId, sealed }) => [keyId, sealed]),
  );

describe("keys of a session", () => {
  it("are written, changed and deleted together", async () => {
    expect(await write({ a: "1", b: "2" })).toBe(true);
    expect(await write({ a: "3", b: null, c: "4" })).toBe(true);
    expect(await read()).toEqual({ a: "3", c: "4" });
    expect(await clearSessionKeys(test.database.sql, fence, "loggedOut")).toBe(true);
    expect(await read()).toEqual({});
  });

  it.each([
    ["another owner", (): LeaseFence => ({ ...fence, owner: ANOTHER })],
    ["an older epoch", (): LeaseFence => ({ ...fence, epoch: fence.epoch - 1 })],
  ])("are not changed by %s (M-8)", async (_who, stranger) => {
    await write({ a: "1" });
    expect(await write({ a: "2", b: "2" }, stranger())).toBe(false);
    expect(await clearSessionKeys(test.database.sql, stranger(), "loggedOut")).toBe(false);
    expect(await read()).toEqual({ a: "1" });
  });

  it("are not changed by a holder whose lease has expired", async () => {
    await write({ a: "1" });
    await test.database.sql.ask("UPDATE session_lease SET expires_at = now() - interval '1 second'");
    expect(await write({ a: "2" })).toBe(false);
    expect(await read()).toEqual({ a: "1" });
  });

  it("are deleted with their connection, and those of sent messages after some days", async () => {
    await writeSessionKeys(test.database.sql, fence, [
      { type: "sent", keyId: "old", sealed: "x" },
      { type: "sent", keyId: "new", sealed: "x" },
      { type: "session", keyId: "a", sealed: "x" },
    ]);
    await test.database.sql.ask("UPDATE session_key SET written_at = now() - interval '15 days' WHERE key_id IN ('old', 'a')");
    expect(await deleteOldSentKeys(test.database.sql, 14)).toBe(1);
    expect(await readSessionKeys(test.database.sql, fence.connectionId, "sent", ["old", "new"])).toEqual([{ keyId: "new", sealed: "x" }]);
    expect(await read()).toEqual({ a: "x" });
    await test.database.sql.ask("DELETE FROM connection");
    expect(await test.database.sql.ask("SELECT FROM session_key")).toEqual([]);
  });

  const copies = () => listKeyCopies(test.database.sql, fence.connectionId, ["k1"]);
  const restore = (copyId: number, keyId = "k1") =>
    test.database.transaction((tx) => restoreKeyCopy(tx, { connectionId: fence.connectionId, copyId, keyIds: [keyId] }, ["LOGGEDOUT"]));
  const clear = (reason: string) => clearSessionKeys(test.database.sql, fence, reason);

  it("stay as a copy when all are deleted, without messages, and become the keys again once [D-313]", async () => {
    await writeSessionKeys(test.database.sql, fence, [
      { type: "creds", keyId: "", sealed: "k1.creds" },
      { type: "session", keyId: "a", sealed: "k1.a" },
      { type: "sent", keyId: "m", sealed: "k1.text" },
    ]);
    await clear("loggedOut");
    const [copy] = await copies();
    expect(copy).toMatchObject({ reason: "loggedOut", madeAt: expect.any(Date) });
    const id = copy?.id ?? 0;
    await write({ a: "k1.newer" });
    expect([await restore(id), await restore(id, "k2")]).toEqual(["running", "absent"]);
    await test.database.sql.ask("UPDATE connection SET status = 'LOGGEDOUT'");
    expect([await restore(id), await restore(id)]).toEqual(["restored", "absent"]);
    expect(await read()).toEqual({ a: "k1.a" });
    expect(await readSessionKeys(test.database.sql, fence.connectionId, "sent", ["m"])).toEqual([]);
    // What the copy took the place of is a copy itself.
    expect(await copies()).toMatchObject([{ reason: "replaced" }]);
  });

  it("leave no copy where no phone was ever linked, or the lease was lost", async () => {
    await writeSessionKeys(test.database.sql, fence, [{ type: "creds", keyId: "", sealed: "k1.creds" }]);
    await clear("disconnected");
    await write({ a: "k1.a" });
    await clearSessionKeys(test.database.sql, { ...fence, epoch: fence.epoch - 1 }, "disconnected");
    expect(await copies()).toEqual([]);
  });

  it("end as a copy with their days, and with their connection [D-313]", async () => {
    for (const reason of ["old", "new"]) {
      await write({ a: "k1.a" });
      await clear(reason);
    }
    await test.database.sql.ask("UPDATE session_key_copy SET made_at = now() - interval '31 days' WHERE reason = 'old'");
    expect(await deleteOldKeyCopies(test.database.sql, new Date(Date.now() - 30 * 86_400_000))).toBe(1);
    expect(await copies()).toMatchObject([{ reason: "new" }]);
    await test.database.sql.ask("DELETE FROM connection");
    expect(await test.database.sql.ask("SELECT FROM session_key_copy")).toEqual([]);
  });
});
