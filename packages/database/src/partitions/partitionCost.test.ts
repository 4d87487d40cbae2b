import { createTestDatabase, vacuum, type TestDatabase } from "@balcao/testing/database";
import { insertAudit, listAuditRows, readSeals, sealAuditEntries, type AuditRow } from "../audit/index.js";
import { insertLiveEvents, readLiveEvents } from "../live/index.js";
import { buffersOf } from "../sql/buffers.fixture.js";
import type { Sql } from "../sql/index.js";
import { AUDIT, createPartition, LIVE_EVENTS } from "./index.js";

const YEARS = 30;
const ENTRIES = 100;

let test: TestDatabase;
const ask = <T>(text: string) => test.database.sql.ask<T>(text);

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.close());

const entry: AuditRow = {
  source: "server",
  action: "tag.open",
  description: "",
  origin: "",
  userId: 1,
  sessionId: null,
  ip: null,
  ticketId: null,
  contactId: null,
  queueId: null,
  connectionId: null,
  messageId: null,
  subjectUserId: null,
  relatedKind: null,
  relatedId: null,
};
const seal = (tx: Sql) => sealAuditEntries(tx, (hash, lines) => ({ hash, entryHashes: lines.map(() => hash) }));

describe("the cost of partitions", () => {
  it("does not grow with the years of the audit where entries are written and sealed", async () => {
    await ask(`INSERT INTO audit_entry (source, action) SELECT 'server', 'tag.open' FROM generate_series(1, 20000)`);
    await ask("DELETE FROM audit_unsealed WHERE entry_id <= 19000");
    await vacuum(test.database, "audit_entry", "audit_unsealed");
    const costs = async () => [await buffersOf(test, (tx) => insertAudit(tx, entry)), await buffersOf(test, seal)];
    const [inserted = 0, sealed = 0] = await costs();
    await addYears();
    const [insertedOfYears = 0, sealedOfYears = 0] = await costs();
    expect(insertedOfYears).toBeLessThanOrEqual(inserted + 2);
    expect(sealedOfYears).toBeLessThanOrEqual(sealed + 2);
  });

  it("is some buffers for each year where a page of the audit is listed, and a seal is verified", async () => {
    await ask(`INSERT INTO audit_entry (source, action, user_id) SELECT 'server', 'tag.open', 1 FROM generate_series(1, ${ENTRIES})`);
    await test.database.transaction(seal);
    const filter = { userId: 1, area: "tag", action: null, ip: null, object: null, from: null, until: null };
    const costs = () =>
      Promise.all([buffersOf(test, (tx) => listAuditRows(tx, ENTRIES / 2, filter, 51)), buffersOf(test, (tx) => readSeals(tx, 0, 1))]);
    const [page, verified] = await costs();
    await addYears();
    const [pageOfYears, verifiedOfYears] = await costs();
    expect(pageOfYears - page).toBeLessThanOrEqual(4 * YEARS);
    expect(verifiedOfYears - verified).toBeLessThanOrEqual(2 * YEARS * ENTRIES);
  });

  it("is two look-ups for each day where browsers' events are read", async () => {
    for (let day = 0; day < 3; day += 1) {
      const [from, until] = [`2199-01-0${day + 1}T00:00:00Z`, `2199-01-0${day + 2}T00:00:00Z`];
      await test.database.transaction((tx) => createPartition(tx, LIVE_EVENTS, { name: `live_event_${day}`, from, until }));
      await ask(
        `INSERT INTO live_event (topic, payload, at, xid) SELECT 'x', '{}', '${from}', (g % 500 + 3)::text::xid8 FROM generate_series(1, 20000) g`,
      );
    }
    await vacuum(test.database, "live_event");
    const { cursor } = await readLiveEvents(test.database.sql, null);
    const idle = await buffersOf(test, (tx) => readLiveEvents(tx, cursor));
    // Three full days, an empty one and the default partition.
    expect(idle).toBeLessThanOrEqual(5 * 3);
    await insertLiveEvents(test.database.sql, [{ topic: "x", ticketId: null, payload: {} }]);
    expect(await buffersOf(test, (tx) => readLiveEvents(tx, cursor))).toBeLessThanOrEqual(idle + 4);
  });
});

async function addYears(): Promise<void> {
  for (let year = 2200; year < 2200 + YEARS; year += 1) {
    const [from, until] = [`${year}-01-01T00:00:00Z`, `${year + 1}-01-01T00:00:00Z`];
    await test.database.transaction((tx) => createPartition(tx, AUDIT, { name: `audit_entry_${year}`, from, until }));
    await ask(`INSERT INTO audit_entry (source, action, at) SELECT 'server', 'tag.open', '${from}' FROM generate_series(1, 500)`);
  }
  await ask("DELETE FROM audit_unsealed WHERE at >= '2200-01-01'");
  await vacuum(test.database, "audit_entry", "audit_unsealed");
}
