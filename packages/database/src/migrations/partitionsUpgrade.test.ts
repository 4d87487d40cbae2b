import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { insertLiveEvents, readLiveEvents } from "../live/index.js";
import { MIGRATIONS, runMigrations } from "./index.js";

let test: TestDatabase;
const ask = <T>(text: string, values: readonly unknown[] = []) => test.database.sql.ask<T>(text, values);
const BEFORE = MIGRATIONS.map(({ name }) => name).filter((name) => name < "0053");

/** What version 0052 does to these tables, word for word: its processes run beside the first ones of the next version. */
const OF_THE_VERSION_BEFORE = {
  insertAudit: `INSERT INTO audit_entry (source, action, description, origin, user_id) VALUES ('server', $1, '', '', 1)`,
  insertLive: `INSERT INTO live_event (topic, ticket_id, payload) VALUES ($1, NULL, '{}')`,
  unsealed: `WITH taken AS (DELETE FROM audit_unsealed WHERE entry_id IN (SELECT entry_id FROM audit_unsealed ORDER BY entry_id LIMIT 1000) RETURNING entry_id)
    SELECT e.action FROM taken JOIN audit_entry e ON e.id = taken.entry_id ORDER BY e.id`,
  deleteLive: `WITH gone AS (DELETE FROM live_event WHERE id IN (
       SELECT id FROM (SELECT id, at FROM live_event WHERE id > $1 ORDER BY id LIMIT 1000) oldest WHERE at < now() - interval '24 hours') RETURNING id, xid),
     floor AS (UPDATE live_floor f SET xid = youngest.xid FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) youngest WHERE f.xid < youngest.xid)
     SELECT count(*)::int AS n FROM gone`,
  readLive: `SELECT topic FROM live_event WHERE xid >= pg_snapshot_xmax($1::pg_snapshot) AND xid < pg_snapshot_xmax(pg_current_snapshot()) ORDER BY id`,
};

async function goBack(): Promise<void> {
  await ask("DROP SCHEMA public CASCADE");
  await ask("CREATE SCHEMA public");
  await runMigrations(test.url, { only: BEFORE });
}

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(goBack, 60_000);

describe("the upgrade to partitions", () => {
  it("keeps every row where it was, lets ids and cursors go on, and knows the times of what is not sealed yet", async () => {
    await insertLiveEvents(test.database.sql, [{ topic: "before", ticketId: null, payload: {} }]);
    const { cursor } = await readLiveEvents(test.database.sql, null);
    await insertLiveEvents(test.database.sql, [{ topic: "missed", ticketId: null, payload: {} }]);
    await ask(OF_THE_VERSION_BEFORE.insertAudit, ["tag.before"]);
    const files = () => ask<{ file: number }>("SELECT DISTINCT pg_relation_filenode(tableoid) AS file FROM audit_entry");
    const were = await files();
    await runMigrations(test.url);
    expect(await files()).toEqual(were);
    await insertLiveEvents(test.database.sql, [{ topic: "after", ticketId: null, payload: {} }]);
    expect((await readLiveEvents(test.database.sql, cursor)).events.map(({ id, topic }) => [id, topic])).toEqual([
      [2, "missed"],
      [3, "after"],
    ]);
    await ask(OF_THE_VERSION_BEFORE.insertAudit, ["tag.after"]);
    expect(
      await ask("SELECT e.id, e.action, u.at = e.at AS known FROM audit_entry e JOIN audit_unsealed u ON u.entry_id = e.id ORDER BY e.id"),
    ).toEqual([
      { id: 1, action: "tag.before", known: true },
      { id: 2, action: "tag.after", known: true },
    ]);
  });

  it("leaves the statements of the version before working, those that a connection has prepared as well", async () => {
    const { database, url } = test;
    await database.transaction(async () => undefined);
    const prepared = (name: keyof typeof OF_THE_VERSION_BEFORE) => ({
      name: `before_${name}`,
      text: OF_THE_VERSION_BEFORE[name],
      wakes: [],
    });
    const run = <Row>(name: keyof typeof OF_THE_VERSION_BEFORE, values: readonly unknown[] = []) =>
      database.sql.run<Row>(prepared(name), values);
    const all = async (mark: string) => {
      const { cursor } = await readLiveEvents(database.sql, null);
      await run("insertAudit", [`tag.${mark}`]);
      await run("insertLive", [mark]);
      expect(await run("readLive", [cursor])).toEqual([{ topic: mark }]);
      expect(await run("unsealed")).toEqual([{ action: `tag.${mark}` }]);
      await ask("UPDATE live_event SET at = at - interval '25 hours'");
      expect(await run("deleteLive", [0])).toEqual([{ n: 1 }]);
    };
    await all("before");
    await runMigrations(url);
    await all("after");
  });

  it("also takes rows of a clock that was years ahead: events get the time of the upgrade, entries of the audit are not changed", async () => {
    await ask("INSERT INTO audit_entry (source, action, at) VALUES ('server', 'x', '2190-03-01T00:00:00Z')");
    await ask("INSERT INTO live_event (topic, payload, at) VALUES ('x', '{}', '2190-03-01T00:00:00Z')");
    await runMigrations(test.url);
    expect(await ask("SELECT at, tableoid::regclass::text AS name FROM audit_entry")).toEqual([
      { at: new Date("2190-03-01T00:00:00Z"), name: "audit_entry_until_2191" },
    ]);
    expect(await ask("SELECT at <= now() AS past, tableoid::regclass::text ~ '^live_event_until_20' AS first FROM live_event")).toEqual([
      { past: true, first: true },
    ]);
  });
});
