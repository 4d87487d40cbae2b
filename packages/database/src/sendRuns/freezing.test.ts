import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { countAudience } from "./index.js";

describe("the recipients of a choice", () => {
  let test: TestDatabase;
  let connectionId: number;
  beforeAll(async () => {
    test = await createTestDatabase();
    [connectionId] = await ids("INSERT INTO connection (name, api) VALUES ('Loja', 'baileys') RETURNING id");
  });
  afterAll(() => test.close());

  const ids = async (statement: string, values: readonly unknown[] = []): Promise<[number, ...number[]]> => {
    const rows = await test.database.sql.ask<{ id: number }>(statement, values);
    const [first, ...others] = rows.map(({ id }) => id);
    if (first === undefined) throw new Error("no row");
    return [first, ...others];
  };
  const contact = async (name: string): Promise<number> => {
    const [id] = await ids("INSERT INTO contact (name) VALUES ($1) RETURNING id", [name]);
    await test.database.sql.ask("INSERT INTO contact_address (connection_id, kind, value, contact_id) VALUES (0, 'phone', $1, $2)", [
      `55119${id}`,
      id,
    ]);
    return id;
  };
  const audience = (...contactIds: readonly number[]) =>
    countAudience(test.database.sql, connectionId, { allContacts: false, contactIds, tagIds: [] });

  it("have in place of a merged contact the one that stays, once, until the merge is undone [M-4, D-182]", async () => {
    const [kept, other] = [await contact("Fica"), await contact("Outra")];
    const [gone] = await ids("INSERT INTO contact (name) VALUES ('Junta') RETURNING id");
    const [mergeId] = await ids(
      `INSERT INTO contact_merge (kept_id, gone, addresses, ticket_ids, folded, author_message_ids)
       SELECT $2, to_jsonb(c), '[]', '{}', '[]', '{}' FROM contact c WHERE c.id = $1 RETURNING id`,
      [gone, kept],
    );
    await test.database.sql.ask("DELETE FROM contact WHERE id = $1", [gone]);
    expect(await audience(gone, other)).toEqual({ total: 2, leftOut: {} });
    expect(await audience(gone, kept)).toEqual({ total: 1, leftOut: {} });
    await test.database.sql.ask("UPDATE contact_merge SET undone_at = now() WHERE id = $1", [mergeId]);
    expect(await audience(gone, other)).toEqual({ total: 1, leftOut: { missing: 1 } });
  });
});
