import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { takeAiRequest } from "./index.js";

const YESTERDAY = "2026-11-22";
const TODAY = "2026-11-23";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.sql.ask(
    "INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin'), ('Ana', 'ana@balcao.test', 'x', 'user')",
  );
});
afterAll(() => test.close());

describe("the requests of a person to the AI server on a day", () => {
  const takeAtOnce = async (userId: number, day: string): Promise<number> => {
    const taken = await Promise.all(Array.from({ length: 12 }, () => takeAiRequest(test.database.sql, { userId, day, most: 5 })));
    return taken.filter(Boolean).length;
  };

  it("are no more than allowed, also of those at the same time, and begin anew on the next day [D-282]", async () => {
    expect(await takeAtOnce(1, YESTERDAY)).toBe(5);
    expect(await takeAtOnce(2, YESTERDAY)).toBe(5);
    expect(await takeAtOnce(1, TODAY)).toBe(5);
    // A company that moves its zone back to yesterday has used today's.
    expect(await takeAtOnce(1, YESTERDAY)).toBe(0);
  });
});
