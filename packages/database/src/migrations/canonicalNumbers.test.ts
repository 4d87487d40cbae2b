import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { listDuplicatePairs } from "../contacts/index.js";
import { canonicalNumbers } from "./0083-canonicalNumbers.js";

let test: TestDatabase;
beforeAll(async () => void (test = await createTestDatabase()), 60_000);
afterAll(() => test.close());

it("stores earlier numbers of Mexico and Argentina in their long form, and offers those as duplicates that exist in both [D-263]", async () => {
  const { sql } = test.database;
  const numbers = ["525512345678", "541123456789", "5491133334444", "525511112222", "5215511112222", "551133334444", "351912345678"];
  for (const number of numbers) {
    await sql.ask("INSERT INTO contact (name, number) VALUES ('Cliente ' || $1, $1)", [number]);
    await sql.ask("INSERT INTO contact_address (kind, value, contact_id) SELECT 'phone', number, id FROM contact WHERE number = $1", [
      number,
    ]);
  }
  await sql.ask(canonicalNumbers.sql);
  const after = await sql.ask<{ number: string }>("SELECT number FROM contact ORDER BY id");
  const expected = ["5215512345678", "5491123456789", "5491133334444", "525511112222", "5215511112222", "551133334444", "351912345678"];
  expect(after.map(({ number }) => number)).toEqual(expected);
  expect(await listDuplicatePairs(sql, 10)).toMatchObject([{ reason: "phone", count: 1 }]);
});
