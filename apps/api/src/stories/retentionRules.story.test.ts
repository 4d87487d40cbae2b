import { keepRetention, sealAudit } from "@balcao/application/roof/housekeeping";
import type { AuditVerifyView } from "@balcao/contracts/audit";
import type { RetentionCountView } from "@balcao/contracts/privacy";
import type { Agent } from "./agent.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

/** What the company may delete by its age, and what stays whatever its age. */
describe("deleting by age", () => {
  let world: World;
  let marta: Agent;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    marta = await world.person("Marta", { profile: "admin" });
    await world.rows("INSERT INTO connection (name, api, wanted) VALUES ('Loja', 'meow', false)");
  }, 90_000);
  afterAll(() => world.close());

  const services = () => world.stage.auth.services;
  const names = async (): Promise<string[]> =>
    (await world.rows<{ name: string }>("SELECT c.name FROM ticket t JOIN contact c ON c.id = t.contact_id ORDER BY t.id")).map(
      ({ name }) => name,
    );
  const bodies = async (): Promise<string[]> =>
    (await world.rows<{ body: string }>("SELECT body FROM message ORDER BY id")).map(({ body }) => body);
  /** A conversation that began and ended so many days ago, with a message of each day. */
  async function ticket(name: string, days: number, more: { status?: string; messageDays?: readonly number[] } = {}): Promise<number> {
    const { status = "closed", messageDays = [days] } = more;
    const [row] = await world.rows<{ id: number }>(
      `WITH c AS (INSERT INTO contact (name) VALUES ($1) RETURNING id)
       INSERT INTO ticket (status, contact_id, connection_id, created_at, closed_at, ended_at, last_message, last_message_at)
       SELECT $2, id, 1, now() - $3 * interval '1 day', CASE WHEN $2 = 'closed' THEN now() - $4 * interval '1 day' END, now(), $1, now() - $4 * interval '1 day' FROM c RETURNING id`,
      [name, status, days, Math.min(...messageDays)],
    );
    for (const day of messageDays)
      await world.rows(
        `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at) VALUES ($1, 1, $2, $2, false, 'chat', $3, now() - $4 * interval '1 day')`,
        [row?.id, `phone:${name}`, `${name} ${day}`, day],
      );
    return row?.id ?? 0;
  }
  async function rules(values: Readonly<Record<string, string>>, hoursAgo = 25): Promise<void> {
    await world.settings(values);
    for (const key of Object.keys(values))
      await world.rows("UPDATE setting SET updated_at = now() - $2 * interval '1 hour' WHERE key = $1", [key, hoursAgo]);
    await services().directory.refresh();
    await world.rows("DELETE FROM retention_walk");
  }
  const none = { keepTickets: "", keepMessages: "", keepMedia: "", keepAudit: "" };

  it("is off at first, begins a day after a rule was saved, and spares what is open, has a protocol or something to send [D-450]", async () => {
    await ticket("velha", 400);
    await ticket("nova", 300);
    await ticket("aberta", 500, { status: "open" });
    const kept = await ticket("protocolada", 600);
    await world.rows("INSERT INTO protocol (number, ticket_id, created_at) VALUES ('P1', $1, now())", [kept]);
    const sending = await ticket("enviando", 700);
    await world.rows(
      `INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, state) SELECT gen_random_uuid(), id, 1, '1:x', 'agent', '{}', 'queued' FROM message WHERE ticket_id = $1`,
      [sending],
    );
    const all = ["velha", "nova", "aberta", "protocolada", "enviando"];
    await keepRetention(services());
    expect(await names()).toEqual(all);
    await rules({ keepTickets: "365" }, 23);
    await keepRetention(services());
    expect(await names()).toEqual(all);
    await rules({ keepTickets: "365" });
    await world.rows("INSERT INTO person_export (contact_id, user_id) VALUES (1, 1)");
    await keepRetention(services());
    expect(await names()).toEqual(all);
    await world.rows("DELETE FROM person_export");
    const count = await world.davi.ask<RetentionCountView>("POST", "/retention", { tickets: 365, messages: 0 });
    expect(count).toMatchObject({ tickets: { count: 1 }, messages: null, media: null, journal: null, audit: null });
    expect((await marta.call("POST", "/retention", { tickets: 365 })).status).toBe(403);
    await keepRetention(services());
    expect(await names()).toEqual(all.filter((name) => name !== "velha"));
    expect(await world.rows("SELECT description FROM audit_entry WHERE action = 'setting.retention'")).toEqual([
      { description: "tickets: 1" },
    ]);
    await rules(none);
  });

  it("takes only the messages of a conversation that are old, walks once a day, and goes on where it stopped [D-450]", async () => {
    await ticket("longa", 800, { messageDays: [800, 400, 10] });
    await rules({ keepMessages: "365" });
    await world.rows("UPDATE outbox SET state = 'sent'");
    await keepRetention(services());
    expect(await bodies()).toEqual(["nova 300", "aberta 500", "protocolada 600", "longa 10"]);
    await ticket("outra", 900);
    await keepRetention(services());
    expect(await bodies()).toContain("outra 900");
    await world.rows("UPDATE retention_walk SET ended_on = ended_on - 1");
    await keepRetention(services());
    expect(await bodies()).not.toContain("outra 900");
    await rules(none);
  });

  it("takes files and leaves the messages; the file goes with the next housekeeping [D-450]", async () => {
    const id = await ticket("foto", 100);
    await world.rows(
      `WITH f AS (INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind, owner_id)
         SELECT gen_random_uuid(), 'aa/bb/' || repeat('0', 32) || '.jpg', 'x', 1, 'image/jpeg', 'jpg', 'a.jpg', 'message', id FROM message WHERE ticket_id = $1 RETURNING id)
       UPDATE message SET file_id = f.id, media_state = 'ready' FROM f WHERE ticket_id = $1`,
      [id],
    );
    await rules({ keepMedia: "90" });
    await keepRetention(services());
    expect(await world.rows("SELECT file_id, media_state, error FROM message WHERE ticket_id = $1", [id])).toEqual([
      { file_id: null, media_state: "failed", error: { code: "ERR_MEDIA_GONE" } },
    ]);
    expect(await world.rows("SELECT owner_kind FROM file WHERE path LIKE 'aa/bb/%'")).toEqual([{ owner_kind: "incoming" }]);
    await rules(none);
  });

  it("drops whole years of the audit, over whose seals the chain is still verified [D-450, S-69]", async () => {
    const verify = async () => {
      while (await sealAudit(services()));
      return marta.ask<AuditVerifyView>("POST", "/audit/verify", { after: 0 });
    };
    await world.rows(
      `CREATE TABLE audit_entry_2020 (LIKE audit_entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
       CREATE TABLE old AS SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_entry'::regclass AND c.relname LIKE 'audit_entry_until%'`,
    );
    const [first] = await world.rows<{ name: string }>("SELECT name FROM old");
    await world.rows("DROP TABLE old");
    const name = first?.name ?? "";
    const bounds = await world.rows<{ until: string }>(
      "SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \\(''([^'']+)''\\)') AS until FROM pg_class WHERE relname = $1",
      [name],
    );
    await world.rows(`ALTER TABLE audit_entry DETACH PARTITION ${name}`);
    await world.rows("ALTER TABLE audit_entry ATTACH PARTITION audit_entry_2020 FOR VALUES FROM (MINVALUE) TO ('2021-01-01T00:00:00Z')");
    await world.rows(
      `ALTER TABLE audit_entry ATTACH PARTITION ${name} FOR VALUES FROM ('2021-01-01T00:00:00Z') TO ('${bounds[0]?.until ?? ""}')`,
    );
    await world.rows(
      "INSERT INTO audit_entry (at, source, action) VALUES ('2020-05-05', 'server', 'tag.create'), (now(), 'server', 'tag.create')",
    );
    expect((await verify()).broken).toBeNull();
    await rules({ keepAudit: "730" });
    expect(await world.davi.ask("POST", "/retention", { audit: 730 })).toMatchObject({ audit: { count: 1 } });
    await keepRetention(services());
    expect(await world.rows("SELECT FROM audit_entry WHERE at < '2021-01-01'")).toEqual([]);
    expect(await world.rows("SELECT to_regclass('audit_entry_2020') AS left")).toEqual([{ left: null }]);
    expect(await verify()).toMatchObject({ broken: null, archived: 1 });
    expect(await world.rows("SELECT name FROM audit_archive")).toEqual([{ name: "audit_entry_2020" }]);
  });
});
