import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { insertGatewayCall, takeGatewayCall } from "./index.js";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.sql.ask(
    "INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@x.test', '', 'admin'), ('Ana', 'ana@x.test', '', 'admin')",
  );
});
afterAll(() => test.close());

const ask = async (id: string, userId: number | null): Promise<void> => {
  const call = { connectionId: null, api: "cloud_api", kind: "checkAccount", input: {} } as const;
  await insertGatewayCall(test.database.sql, { id, ...call, userId, timeoutMs: 60_000 });
};
const taken = async (): Promise<string | undefined> => (await takeGatewayCall(test.database.sql, [], ["cloud_api"]))?.id;

describe("a question that waits for a gateway", () => {
  it.each([
    ["deactivated", "active = false"],
    ["deleted", "deleted_at = now()"],
  ])("is not taken for a person who was %s meanwhile; others are, and those of nobody [W-11, D-278]", async (_, loses) => {
    const ids = [1, 2, 3].map((each) => `00000000-0000-4000-8000-00000000000${each}`);
    for (const [at, userId] of [2, 1, null].entries()) await ask(ids[at] ?? "", userId);
    await test.database.sql.ask(`UPDATE user_account SET ${loses} WHERE id = 2`);
    expect([await taken(), await taken(), await taken()]).toEqual([ids[1], ids[2], undefined]);
    await test.database.sql.ask("DELETE FROM gateway_call");
    await test.database.sql.ask("UPDATE user_account SET active = true, deleted_at = NULL WHERE id = 2");
  });
});
