import { PROFILES, type Actor } from "@balcao/domain/access";
import { DEFAULT_SETTINGS, type AccessSettings } from "@balcao/domain/settings";
import { LISTED_BUCKETS, notificationCondition, toTicketRanges } from "@balcao/domain/tickets";
import { anActor } from "@balcao/testing/cast";
import { createTestDatabase, vacuum, type TestDatabase } from "@balcao/testing/database";
import { seeded } from "@balcao/testing/random";
import { listTicketsByFilter, listUnreadTickets, NO_FILTER } from "./index.js";

const QUEUES = [1, 2, 3, 4];
const PEOPLE = [1, 2, 3, 4, 5, 6];
const UNIVERSE = { queueIds: QUEUES, userIds: PEOPLE };
const MOST = 100;
const ROUNDS = 60;
/** The buffers of tickets and their indexes that the transaction has read. */
const READ = `SELECT sum(pg_stat_get_xact_blocks_fetched(oid))::int AS n FROM (
  SELECT 'ticket'::regclass AS oid UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid = 'ticket'::regclass) AS relation`;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  const { sql } = test.database;
  await sql.ask("INSERT INTO queue (name, color) SELECT 'Fila ' || g, '#00000' || g FROM generate_series(1, 4) g");
  await sql.ask(
    "INSERT INTO user_account (name, email, password_hash, profile) SELECT 'Pessoa ' || g, g || '@balcao.test', 'x', CASE g WHEN 1 THEN 'admin' ELSE 'user' END FROM generate_series(1, 6) g",
  );
  await sql.ask("INSERT INTO contact (name) SELECT 'Contato ' || g FROM generate_series(1, 3000) g");
  await sql.ask("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
});
afterAll(() => test.close());

/** Tickets of every bucket, person and queue, with guests and records among them; several have the same activity. */
async function store(tickets: number, random: () => number): Promise<void> {
  const { sql } = test.database;
  await sql.ask("DELETE FROM ticket");
  const die = (sides: number): number => Math.floor(random() * sides);
  const rows = Array.from({ length: tickets }, (_unused, place) => {
    const isGroup = die(4) === 0;
    const status = isGroup ? ["group", "closed"][die(2)] : ["pending", "pending", "open", "closed", "paused", "bot", "nps"][die(7)];
    const origin = status === "closed" && die(4) === 0 ? "campaign" : null;
    return [
      status,
      isGroup,
      die(5),
      die(3) === 0 ? die(7) : 0,
      die(4),
      die(60),
      die(6) === 0 ? `{${1 + die(6)}}` : "{}",
      origin,
      place + 1,
    ];
  });
  const column = (at: number) => rows.map((row) => row[at]);
  await sql.ask(
    `INSERT INTO ticket (status, is_group, queue_id, user_id, unread, last_activity, guest_ids, origin, contact_id, connection_id)
     SELECT status, is_group, nullif(queue, 0), nullif(person, 0), unread, timestamptz '2026-01-01Z' + at * interval '1 s', guests::int[], origin, contact, 1
     FROM unnest($1::text[], $2::boolean[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[], $8::text[], $9::int[])
       AS t(status, is_group, queue, person, unread, at, guests, origin, contact)`,
    Array.from({ length: 9 }, (_unused, at) => column(at)),
  );
}

function anyPerson(random: () => number): Actor {
  const profile = PROFILES[Math.floor(random() * PROFILES.length)] ?? "user";
  return anActor(1 + Math.floor(random() * 6), profile, { queueIds: QUEUES.filter(() => random() < 0.4), active: random() < 0.95 });
}

function anySettings(random: () => number): AccessSettings {
  const toggle = (): boolean => random() < 0.5;
  return {
    ...DEFAULT_SETTINGS,
    ...{ hierarchy: toggle(), userShowAll: toggle(), onlyAdminSeeEmptyQueue: toggle(), groupPerUser: toggle() },
    ...{ userClosedQueues: toggle(), notificateAllTickets: toggle(), notifyGroupToAllUsers: toggle() },
  };
}

it.each([40, 400, 3_000])(
  "lists and counts of %s tickets what the rule of the bell leaves, for any person and settings [NOTIF-006, NOTIF-007]",
  async (tickets) => {
    const random = seeded(tickets);
    const { sql } = test.database;
    await store(tickets, random);
    const counts = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const actor = anyPerson(random);
      const condition = notificationCondition(actor, anySettings(random));
      const ranges = new Map(LISTED_BUCKETS.map((bucket) => [bucket, toTicketRanges(condition, bucket, UNIVERSE)]));
      const limit = [1, 41, 101][round % 3] ?? 41;
      const place = { cursor: null, offset: 0, limit, most: MOST };
      const byRule = await listTicketsByFilter(sql, { ...NO_FILTER, unreadOnly: true, condition, buckets: null, ...place });
      const found = await listUnreadTickets(sql, { ranges, limit, most: MOST });
      expect({ ...found, rows: found.rows.map(({ id }) => id) }).toEqual({ ...byRule, rows: byRule.rows.map(({ id }) => id) });
      counts.add(found.count);
    }
    if (tickets === 3_000) expect(counts).toContain(MOST);
    else expect(counts.size).toBeGreaterThan(3);
  },
  60_000,
);

it("reads what the person is told of, and not what others have unread or she has read", async () => {
  const { sql } = test.database;
  await store(3_000, seeded(7));
  // Nothing of the person's 2,000 closed ones is unread; 1,000 of a queue that she does not serve are.
  await sql.ask(
    "UPDATE ticket SET status = 'closed', is_group = false, origin = NULL, user_id = 2, queue_id = 3, unread = 0 WHERE contact_id <= 2000",
  );
  await sql.ask(
    "UPDATE ticket SET status = 'pending', is_group = false, origin = NULL, user_id = NULL, queue_id = 2, unread = 3 WHERE contact_id > 2000",
  );
  await vacuum(test.database, "ticket");
  const condition = notificationCondition(anActor(2, "user", { queueIds: [3] }), { ...DEFAULT_SETTINGS, notificateAllTickets: false });
  const ranges = new Map(LISTED_BUCKETS.map((bucket) => [bucket, toTicketRanges(condition, bucket, UNIVERSE)]));
  const buffers = (): Promise<number> =>
    test.database.transaction(async (tx) => {
      const soFar = async (): Promise<number> => (await tx.ask<{ n: number }>(READ))[0]?.n ?? 0;
      await listUnreadTickets(tx, { ranges, limit: 1, most: MOST });
      const before = await soFar();
      await listUnreadTickets(tx, { ranges, limit: 1, most: MOST });
      return (await soFar()) - before;
    });
  expect(await buffers()).toBeLessThan(200);
  await sql.ask("DROP INDEX ticket_unread_keys");
  expect(await buffers()).toBeGreaterThan(400);
});
