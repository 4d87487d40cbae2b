import { matches, PROFILES, type Actor, type KeyRange, type Profile } from "@balcao/domain/access";
import { DEFAULT_SETTINGS, type AccessSettings } from "@balcao/domain/settings";
import {
  botListCondition,
  bucketOf,
  listCondition,
  notificationCondition,
  searchCondition,
  sumTicketCells,
  TICKET_BUCKETS,
  TICKET_RULES,
  ticketCondition,
  toTicketRanges,
  statusOf,
  type TicketBucket,
  type PlaceCondition,
  type TicketCondition,
  type ListedFacts,
  type TicketFacts,
  type TicketRule,
} from "@balcao/domain/tickets";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import fc from "fast-check";
import { anActor } from "@balcao/testing/cast";
import { countTicketsByRanges, foldTicketCells, listTicketsByRanges, readTicketCells } from "../tickets/index.js";
import { TICKET_FIELDS, toSql } from "./index.js";

/** Thousands of small statements: seconds on an idle machine, more on a busy one. */
const SLOW_MS = 90_000;
const QUEUES = [1, 2, 3];
/**
 * User ids by profile. User 1 is the super administrator; more than twenty users make ranges of
 * many users.
 */
const USERS: Record<Profile, readonly number[]> = {
  admin: [1, 2],
  gerente: [3, 4],
  user: Array.from({ length: 20 }, (_, i) => 5 + i),
};
const PEOPLE = Object.values(USERS).flat();
const UNIVERSE = { queueIds: QUEUES, userIds: PEOPLE };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.sql.ask("INSERT INTO queue (name, color) SELECT 'Fila ' || g, '#00000' || g FROM generate_series(1, 3) g");
  await test.database.sql.ask(
    "INSERT INTO user_account (id, name, email, password_hash, profile) SELECT g, 'Pessoa ' || g, g || '@balcao.test', 'x', CASE WHEN g < 3 THEN 'admin' WHEN g < 5 THEN 'gerente' ELSE 'user' END FROM generate_series(1, 24) g",
  );
  await test.database.sql.ask("INSERT INTO contact (name) SELECT 'Contato ' || g FROM generate_series(1, 100) g");
});
afterAll(() => test.close());

describe("the four readers of a rule", () => {
  it(
    "agree on PostgreSQL for any person, settings, list and tickets, nulls and guests included [D-550]",
    async () => {
      const scene = fc.record({
        tickets: fc.array(anyTicket, { minLength: 30, maxLength: 90 }),
        folded: fc.boolean(),
        questions: fc.array(anyPlaceRule, { minLength: 12, maxLength: 12 }),
        opening: fc.array(anyGuestRule, { minLength: 12, maxLength: 12 }),
      });
      await fc.assert(
        fc.asyncProperty(scene, async ({ tickets, folded, questions, opening }) => {
          const stored = await store(tickets, folded);
          for (const rule of opening) await expectSameRows(rule, stored);
          for (const question of questions) await expectAgreement(question, stored);
        }),
        { numRuns: 30 },
      );
    },
    SLOW_MS,
  );

  it(
    "agree for conditions that no rule contains, however nested and negated",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyTicket, { minLength: 30, maxLength: 60 }),
          fc.array(anyCondition, { minLength: 12, maxLength: 12 }),
          async (tickets, conditions) => {
            const stored = await store(tickets, true);
            for (const condition of conditions) await expectAgreement(condition, stored);
          },
        ),
        { numRuns: 15 },
      );
    },
    SLOW_MS,
  );

  it("do not treat the key 0 (none) as an id", async () => {
    const stored = await store([{ ...statusOf("open"), queueId: null, userId: null }], false);
    for (const condition of [
      { op: "eq", field: "queueId", value: 0 },
      { op: "oneOf", field: "userId", values: [0, 24] },
    ] as const) {
      expect(stored.map(({ facts }) => matches(condition, facts))).toEqual([false]);
      expect(await bySql(condition)).toEqual([]);
    }
  });
});

interface Stored {
  readonly id: number;
  readonly bucket: TicketBucket;
  readonly facts: TicketFacts;
}

async function store(tickets: readonly ListedFacts[], folded: boolean): Promise<Stored[]> {
  const { sql } = test.database;
  await sql.ask("DELETE FROM ticket");
  await sql.ask(
    `INSERT INTO ticket (status, is_group, queue_id, user_id, origin, guest_ids, contact_id)
     SELECT status, is_group, nullif(queue, 0), nullif(person, 0), origin, guests::int[], place
     FROM unnest($1::text[], $2::boolean[], $3::int[], $4::int[], $5::text[], $6::text[]) WITH ORDINALITY AS t(status, is_group, queue, person, origin, guests, place)`,
    [
      tickets.map(({ status }) => status),
      tickets.map(({ isGroup }) => isGroup),
      tickets.map(({ queueId }) => queueId ?? 0),
      tickets.map(({ userId }) => userId ?? 0),
      tickets.map(({ origin = null }) => origin),
      tickets.map(({ guestIds = [] }) => `{${guestIds.join()}}`),
    ],
  );
  // Change some tickets, so that cells also decrease.
  await sql.ask("UPDATE ticket SET queue_id = NULL, user_id = 1 WHERE id % 10 = 0");
  await sql.ask("UPDATE ticket SET origin = NULL WHERE id % 7 = 0");
  if (folded) await foldTicketCells(sql);
  const rows = await sql.ask<ListedFacts & { id: number; bucket: TicketBucket }>(
    `SELECT id, bucket, status, is_group AS "isGroup", queue_id AS "queueId", user_id AS "userId", origin, guest_ids AS "guestIds" FROM ticket`,
  );
  for (const row of rows) expect(row.bucket).toBe(bucketOf(row));
  return rows.map(({ id, bucket, ...facts }) => ({ id, bucket, facts }));
}

/** In memory and as SQL: ranges and counts know places alone. */
async function expectSameRows(condition: TicketCondition, stored: readonly Stored[]): Promise<readonly Stored[]> {
  const seen = stored.filter(({ facts }) => matches(condition, facts));
  expect(await bySql(condition)).toEqual(idsOf(seen));
  return seen;
}

async function expectAgreement(condition: PlaceCondition, stored: readonly Stored[]): Promise<void> {
  const { sql } = test.database;
  const seen = await expectSameRows(condition, stored);
  const cells = await readTicketCells(sql);
  for (const bucket of TICKET_BUCKETS) {
    const expected = seen.filter((ticket) => ticket.bucket === bucket);
    const ranges: readonly KeyRange[] = toTicketRanges(condition, bucket, UNIVERSE);
    const { rows: listed, count } = await listTicketsByRanges(sql, { bucket, ranges, cursor: null, offset: 0, limit: 1_000 });
    expect(idsOf(listed)).toEqual(idsOf(expected));
    expect(count).toBe(expected.length);
    expect(await countTicketsByRanges(sql, bucket, ranges)).toBe(expected.length);
    expect(
      sumTicketCells(
        condition,
        cells.filter((cell) => cell.bucket === bucket),
      ),
    ).toBe(expected.length);
  }
}

async function bySql(condition: TicketCondition): Promise<number[]> {
  const { text, values } = toSql(condition, TICKET_FIELDS, 1);
  return idsOf(await test.database.sql.ask<{ id: number }>(`SELECT t.id FROM ticket t WHERE ${text}`, values));
}

function idsOf(tickets: readonly { readonly id: number }[]): number[] {
  return tickets.map(({ id }) => id).sort((a, b) => a - b);
}

const anyTicket: fc.Arbitrary<ListedFacts> = fc
  .record({
    bucket: fc.constantFrom(...TICKET_BUCKETS),
    queueId: fc.option(fc.constantFrom(...QUEUES)),
    userId: fc.option(fc.constantFrom(...PEOPLE)),
    guestIds: fc.subarray(PEOPLE.slice(0, 8), { maxLength: 3 }),
  })
  .map(({ bucket, queueId, userId, guestIds }) => ({
    ...statusOf(bucket),
    queueId,
    userId,
    guestIds,
    origin: bucket.startsWith("record") ? "campaign" : null,
  }));

const anyActor: fc.Arbitrary<Actor> = fc
  .record({
    id: fc.constantFrom(...PEOPLE),
    profile: fc.constantFrom(...PROFILES),
    queueIds: fc.subarray(QUEUES),
    active: fc.constantFrom(true, true, true, false),
  })
  .map((facts) => anActor(facts.id, facts.profile, facts));

const anySettings: fc.Arbitrary<AccessSettings> = fc
  .record({
    hierarchy: fc.boolean(),
    userShowAll: fc.boolean(),
    onlyAdminSeeEmptyQueue: fc.boolean(),
    groupPerUser: fc.boolean(),
    userClosedQueues: fc.boolean(),
    notificateAllTickets: fc.boolean(),
    notifyGroupToAllUsers: fc.boolean(),
  })
  .map((toggles) => ({ ...DEFAULT_SETTINGS, ...toggles }));

const RULES = Object.keys(TICKET_RULES).filter(
  (name): name is Exclude<TicketRule, "ticket:open"> => Object.hasOwn(TICKET_RULES, name) && name !== "ticket:open",
);

const anyPlaceRule: fc.Arbitrary<PlaceCondition> = fc
  .record({
    actor: anyActor,
    settings: anySettings,
    showAll: fc.boolean(),
    queueIds: fc.option(fc.subarray(QUEUES)),
    question: fc.constantFrom<(typeof RULES)[number] | "list" | "bell" | "bot">(...RULES, "list", "list", "list", "bell", "bot"),
  })
  .map(({ actor, settings, showAll, queueIds, question }) => {
    if (question === "list") return listCondition(actor, settings, { showAll, queueIds, usersByProfile: USERS });
    if (question === "bell") return notificationCondition(actor, settings);
    return question === "bot" ? botListCondition(actor, settings) : ticketCondition(question, actor, settings);
  });

const anyGuestRule: fc.Arbitrary<TicketCondition> = fc
  .record({ actor: anyActor, settings: anySettings, queueKeys: fc.option(fc.subarray([0, ...QUEUES])), searches: fc.boolean() })
  .map(({ actor, settings, queueKeys, searches }) =>
    searches ? searchCondition(actor, settings, { queueKeys, userIds: null }) : ticketCondition("ticket:open", actor, settings),
  );

const anyLeaf: fc.Arbitrary<PlaceCondition> = fc.oneof(
  fc.constantFrom<PlaceCondition>(
    { op: "always" },
    { op: "never" },
    { op: "isNull", field: "queueId" },
    { op: "isNull", field: "userId" },
    { op: "isNull", field: "status" },
  ),
  fc.constantFrom(...PEOPLE).map((value) => ({ op: "eq", field: "userId", value }) as const),
  fc.subarray(QUEUES).map((values) => ({ op: "oneOf", field: "queueId", values }) as const),
  fc.constantFrom("open", "closed", "pending", "group").map((value) => ({ op: "eq", field: "status", value }) as const),
  fc.boolean().map((value) => ({ op: "eq", field: "isGroup", value }) as const),
);

const anyCondition: fc.Arbitrary<PlaceCondition> = fc.letrec<{ condition: PlaceCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    anyLeaf,
    tie("condition").map((condition) => ({ op: "not", condition }) as const),
    fc.array(tie("condition"), { maxLength: 3 }).map((conditions) => ({ op: "all", conditions }) as const),
    fc.array(tie("condition"), { maxLength: 3 }).map((conditions) => ({ op: "any", conditions }) as const),
  ),
})).condition;
