import { createSealer } from "@balcao/platform/secrets";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { checkSealedKeys, forgetLostKeys } from "./sealedKeys.js";

const [current, lost] = ["p".repeat(43), "l".repeat(43)];

describe("a database whose keys were sealed with another secret [B-13]", () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase({ poolSize: 2 });
  }, 120_000);
  afterEach(() => test.close());

  const ask = (text: string, values: unknown[] = []) => test.database.sql.ask(text, values);
  const check = () => checkSealedKeys(test.database.sql, createSealer(current));
  async function connection(name: string): Promise<unknown> {
    const [row] = await ask("INSERT INTO connection (name, api, status) VALUES ($1, 'baileys', 'CONNECTED') RETURNING id", [name]);
    return (row as { id: number }).id;
  }

  it.each([
    ["an account", "UPDATE connection SET account_sealed = $2 WHERE id = $1"],
    ["a webhook's key", "UPDATE connection SET webhook_key_sealed = $2 WHERE id = $1"],
    ["a phone's keys", "INSERT INTO session_key (connection_id, type, key_id, sealed) VALUES ($1, 'creds', '', $2)"],
  ])("is refused because of %s, with instructions, and usable after the keys were deleted", async (_what, write) => {
    await ask(write, [await connection("Vendas"), createSealer(lost).seal("key", "x")]);
    await expect(check()).rejects.toThrow(/keys of 1 connection\(s\) .* restore the secrets\.json .* npm run forget-keys/);
    const kept = await connection("Suporte");
    await ask(write, [kept, createSealer(current).seal("key", "x")]);
    expect(await forgetLostKeys(test.database, { sessionEncryptionKey: current })).toBe(1);
    await check();
    expect(await ask("SELECT status FROM connection ORDER BY name")).toEqual([{ status: "CONNECTED" }, { status: "DISCONNECTED" }]);
    expect(
      await ask(
        write.startsWith("INSERT")
          ? "SELECT connection_id AS id FROM session_key"
          : "SELECT id FROM connection WHERE coalesce(account_sealed, webhook_key_sealed) IS NOT NULL",
      ),
    ).toEqual([{ id: kept }]);
  });

  it("keeps copies of a phone's deleted keys, for the secret to be found again [D-313]", async () => {
    await ask("INSERT INTO session_key (connection_id, type, key_id, sealed) VALUES ($1, 'pre-key', '1', $2)", [
      await connection("Vendas"),
      createSealer(lost).seal("key", "x"),
    ]);
    await forgetLostKeys(test.database, { sessionEncryptionKey: current });
    expect(await ask("SELECT reason, seal FROM session_key_copy")).toEqual([{ reason: "secretLost", seal: createSealer(lost).keyIds[0] }]);
    await check();
  });

  it("is accepted without keys, or with keys of its own", async () => {
    await check();
    await ask("UPDATE connection SET account_sealed = $2 WHERE id = $1", [
      await connection("Vendas"),
      createSealer(current).seal("key", "x"),
    ]);
    await check();
  });
});
