import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { Contact, MODELS, Queue, User } from "./index.js";

interface TableColumn {
  readonly name: string;
  readonly nullable: boolean;
  readonly filled: boolean;
}

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

describe("models", () => {
  it("are all in the list that the database opens with, one for each file of the folder", async () => {
    const files = (await readdir(import.meta.dirname)).filter((file) => /^[A-Z]\w+\.ts$/.test(file)).map((file) => file.replace(".ts", ""));
    expect(MODELS.map(({ name }) => name).sort()).toEqual(files.sort());
  });

  it.each(MODELS.map(({ name }) => name))(
    "%s has the columns of its table: names, which may be null, which have a default",
    async (name) => {
      const model = test.database.orm.model(name);
      const columns = await test.database.sql.ask<TableColumn>(
        `SELECT attname AS name, (NOT attnotnull OR attgenerated <> '') AS nullable, (atthasdef AND attgenerated = '') AS filled FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attname`,
        [model.options.tableName],
      );
      const attributes = Object.values(model.getAttributes()).map((attribute) => ({
        name: attribute.field,
        nullable: attribute.allowNull ?? true,
        filled:
          attribute.autoIncrement === true ||
          attribute.defaultValue !== undefined ||
          attribute.field === "created_at" ||
          attribute.field === "updated_at",
      }));
      expect(attributes.sort((a, b) => ((a.name ?? "") < (b.name ?? "") ? -1 : 1))).toEqual(columns);
    },
  );

  it("are each used by a file of the product, because other tables have prepared SQL", async () => {
    const root = join(import.meta.dirname, "../../../application/src");
    const files = (await readdir(root, { recursive: true })).filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file));
    const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
    const used = texts.flatMap((text) => /import \{([^}]+)\} from "@balcao\/database\/models"/.exec(text)?.[1]?.match(/\w+/g) ?? []);
    expect(MODELS.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([]);
  });

  it("write and read rows, ids as numbers, instants as dates and what the database computes", async () => {
    const davi = await User.create({ name: "Davi", email: "davi@balcao.test", passwordHash: "x", profile: "admin" });
    const { id } = await Contact.create({ name: "José Álvares", number: "5511999990001" });
    expect(await User.findByPk(davi.id)).toMatchObject({ id: davi.id, profile: "admin", active: true, createdAt: expect.any(Date) });
    expect(await Contact.findByPk(id)).toMatchObject({ nameKey: "jose alvares", search: "jose alvares 5511999990001 " });
  });

  it("share one transaction with prepared SQL, which rolls back as a whole", async () => {
    const attempt = test.database.transaction(async (tx) => {
      await Queue.create({ name: "Suporte", color: "#654321" }, { transaction: tx.orm });
      expect(await tx.ask("SELECT count(*) AS n, max(created_at) AS at FROM queue WHERE name = 'Suporte'")).toEqual([
        { n: 1, at: expect.any(Date) },
      ]);
      throw new Error("deliberate");
    });
    await expect(attempt).rejects.toThrow("deliberate");
    expect(await Queue.count({ where: { name: "Suporte" } })).toBe(0);
  });
});
