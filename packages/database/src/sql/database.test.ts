import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const read = async (text: string): Promise<unknown> =>
  (await test.database.sql.ask<{ value: unknown }>(`SELECT ${text} AS value`))[0]?.value;

describe("prepared SQL", () => {
  it.each([
    ["timestamptz '2026-11-20 09:00:00-03'", "2026-11-20T12:00:00.000Z"],
    ["timestamptz '2026-11-20 12:00:00.5Z'", "2026-11-20T12:00:00.500Z"],
    ["timestamptz '2026-02-28 23:59:59.987654Z'", "2026-02-28T23:59:59.987Z"],
    ["timestamptz '0099-01-01 00:00:00Z'", "0099-01-01T00:00:00.000Z"],
    ["timestamptz '0044-03-15 00:00:00Z BC'", "-000043-03-15T00:00:00.000Z"],
    ["timestamptz '12026-01-01 00:00:00Z'", "+012026-01-01T00:00:00.000Z"],
  ])("reads %s as that instant", async (text, expected) => {
    expect(await read(text)).toEqual(new Date(expected));
  });

  it("reads the ends of time and ids as numbers", async () => {
    expect(await read("timestamptz 'infinity'")).toBe(Infinity);
    expect(await read("9007199254740991::bigint")).toBe(9007199254740991);
  });
});
