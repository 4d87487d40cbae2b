import { readdir } from "node:fs/promises";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { AuthSession, Contact, Connection, MODELS, Queue, Tag, Ticket, User } from "./index.js";

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

  it("write and read rows with their associations, ids as numbers and instants as dates", async () => {
    const queue = await Queue.create({ name: "Vendas", color: "#123456" });
    const davi = await User.create({ name: "Davi", email: "davi@balcao.test", passwordHash: "x", profile: "admin" });
    await davi.$add("queues", queue);
    const connection = await Connection.create({ name: "Loja", api: "meow" });
    const contact = await Contact.create({ name: "José Álvares", number: "5511999990001" });
    await contact.$add("tags", await Tag.create({ name: "vip", color: "#ffffff" }));
    const { id } = await Ticket.create({
      status: "open",
      contactId: contact.id,
      connectionId: connection.id,
      queueId: queue.id,
      userId: davi.id,
    });

    const ticket = await Ticket.findByPk(id, {
      rejectOnEmpty: true,
      include: [{ model: Contact, include: [Tag] }, { model: User, include: [Queue] }, Connection, Queue],
    });
    expect(ticket).toMatchObject({
      bucket: "open",
      queueKey: queue.id,
      userKey: davi.id,
      readMessageId: 0,
      version: 1,
      lastActivity: expect.any(Date),
    });
    expect(ticket.contact).toMatchObject({
      nameKey: "jose alvares",
      search: "jose alvares 5511999990001 ",
      tags: [{ name: "vip" }],
    });
    expect(ticket.user?.queues).toMatchObject([{ name: "Vendas" }]);
    expect([ticket.connection?.name, ticket.queue?.name]).toEqual(["Loja", "Vendas"]);
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

  it("keep hashes as bytes", async () => {
    const bia = await User.create({ name: "Bia", email: "bia@balcao.test", passwordHash: "x" });
    const later = new Date(Date.now() + 1000);
    const { id } = await AuthSession.create({
      id: "6f1f7d53-3b0f-4b07-9f0a-3a1f5a9b8c11",
      userId: bia.id,
      refreshHash: Buffer.from([1, 2, 255]),
      idleUntil: later,
      absoluteUntil: later,
    });
    const session = await AuthSession.findByPk(id, { rejectOnEmpty: true, include: [User] });
    expect(session.refreshHash.equals(Buffer.from([1, 2, 255]))).toBe(true);
    expect(session.user?.name).toBe("Bia");
  });
});
