import { createTestDatabase, type TestDatabase } from "./index.js";

describe("createTestDatabase", () => {
  it("gives each caller an empty migrated database of its own, and drops it", async () => {
    const [a, b] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await a.database.sql.ask("INSERT INTO queue (name, color) VALUES ('Vendas', '#ff0000')");
    expect(await queues(a)).toEqual([{ name: "Vendas" }]);
    expect(await queues(b)).toEqual([]);
    await a.close();
    const names = await b.database.sql.ask<{ datname: string }>("SELECT datname FROM pg_database");
    expect(names).not.toContainEqual({ datname: new URL(a.url).pathname.slice(1) });
    await b.close();
  });

  it("connects as a role that owns its database and is no superuser", async () => {
    const { database, close } = await createTestDatabase();
    expect(await database.sql.ask("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")).toEqual([{ rolsuper: false }]);
    await close();
  });
});

function queues({ database }: TestDatabase): Promise<{ name: string }[]> {
  return database.sql.ask("SELECT name FROM queue");
}
