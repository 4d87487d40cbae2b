import { takeChores } from "@balcao/database/chores";
import { listDueOffers, listIdleTickets } from "@balcao/database/flow";
import { takeGatewayCall } from "@balcao/database/gatewayCalls";
import { readUnanswered } from "@balcao/database/health";
import { takeMediaJobs } from "@balcao/database/mediaJobs";
import { claimAlertDeliveries } from "@balcao/database/alerts";
import { claimPushDeliveries } from "@balcao/database/push";
import { listDueRatings } from "@balcao/database/ratings";
import type { Sql } from "@balcao/database/sql";
import { listDueClocks, listRecounts } from "@balcao/database/targets";
import { listDueSnoozes } from "@balcao/database/tickets";
import { vacuum } from "@balcao/testing/database";
import { followStatuses } from "../../people/auth/index.js";
import { answerChatbotTurn } from "../../inbox/chatbots/index.js";
import { keepFigures } from "../../company/dashboard/index.js";
import { noteConnectionArrivals } from "../health/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { spreadPushes } from "../../inbox/push/index.js";
import { runDueSchedules } from "../../campaigns/schedules/index.js";
import { createPacer, expireRuns, freezeRuns, reportRuns } from "../../campaigns/sendRuns/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { deleteExpired, foldCounts, sealAudit } from "./index.js";

/** Rows that years have left: a statement that reads them all exceeds both limits. */
const OLD = 20_000;
const MOST_ROWS = 1_500;
const MOST_BUFFERS = 250;

const FILLING = [
  "UPDATE connection SET status = 'CONNECTED'",
  "INSERT INTO queue (name, color) VALUES ('Vendas', '#236681')",
  "INSERT INTO user_account (name, email, password_hash, profile) SELECT 'Pessoa ' || g, g || '@balcao.test', 'x', 'admin' FROM generate_series(1, 20) g",
  `INSERT INTO contact (name, number) SELECT 'Cliente ' || g, (5511900000000 + g)::text FROM generate_series(1, ${OLD}) g`,
  // Of the open ones, which are as many as a team has, all were answered a moment ago.
  `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, created_at, last_activity, last_message_at, closed_at)
   SELECT CASE WHEN g <= 300 THEN 'open' ELSE 'closed' END, g, 1, 1, 1 + g % 20, at, CASE WHEN g <= 300 THEN now() ELSE at END, at, CASE WHEN g > 300 THEN at END
   FROM generate_series(1, ${OLD}) g, LATERAL (SELECT now() - interval '1 day' - g % 40 * interval '1 day' AS at)`,
  `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, contact_id, type, body, sent_at)
   SELECT id, 1, 'phone:' || id, 'me', true, 'E' || id, contact_id, 'conversation', 'Oi', created_at FROM ticket`,
  `INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, state, created_at, finished_at)
   SELECT gen_random_uuid(), id, 1, '1:' || chat, 'agent', '{}', 'sent', sent_at, sent_at FROM message`,
  `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state)
   SELECT 1, 'message', 'l' || g, 'k' || g, sha256(g::text::bytea), '{}', now(), 1 FROM generate_series(1, ${OLD}) g`,
  `INSERT INTO inbound_lane (lane, ready_at) SELECT 'l' || g, NULL FROM generate_series(1, ${OLD}) g`,
  `INSERT INTO schedule (message, recurrence, send_at, all_contacts, next_due) SELECT 'Oi', 'once', now(), false, NULL FROM generate_series(1, ${OLD}) g`,
  `INSERT INTO send_run (state, message, all_contacts, connection_id, user_id, total, finished_at)
   SELECT 'done', 'Oi', false, 1, 1, 1, now() FROM generate_series(1, ${OLD}) g`,
  "INSERT INTO send_recipient (run_id, contact_id, name, state) SELECT id, id, 'Cliente', 'sent' FROM send_run",
  `INSERT INTO target_clock (ticket_id, kind, since, started_at, target_ms, due_at, ended_at, queue_id)
   SELECT id, 'resolution', created_at, created_at, 1, created_at, created_at, 1 FROM ticket WHERE status = 'closed'`,
  "INSERT INTO rating (ticket_id, asked_at, ended_at, rate, rated_at) SELECT id, created_at, created_at, 5, created_at FROM ticket WHERE status = 'closed'",
  `INSERT INTO ai_answer (ticket_id, key, answer) SELECT id, sha256(id::text::bytea), 'Resumo' FROM ticket`,
  `INSERT INTO push_delivery (user_id, state, payload, due_at, expires_at) SELECT 1, 'sent', '{}', now(), now() FROM generate_series(1, ${OLD}) g`,
  `INSERT INTO gateway_chore (connection_id, kind, subject, input, ready_at) SELECT 1, 'markRead', g::text, '{}', now() + interval '1 hour' FROM generate_series(1, ${OLD}) g`,
  // Due for a number that is away.
  `INSERT INTO gateway_chore (connection_id, kind, subject, input, ready_at) SELECT 2, 'fetchMedia', g::text, '{}', now() - interval '1 hour' FROM generate_series(1, ${OLD}) g`,
  `INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind, owner_id)
   SELECT gen_random_uuid(), 'f' || id, 'x', 1, 'image/png', 'png', '', 'message', id FROM message`,
  `INSERT INTO auth_session (id, user_id, refresh_hash, idle_until, absolute_until, revoked_at)
   SELECT gen_random_uuid(), 1 + g % 20, sha256(g::text::bytea), now(), now(), now() FROM generate_series(1, ${OLD}) g`,
];

let stage: TestServices;
beforeAll(async () => {
  stage = await openTestServices();
  await stage.connection("meow");
  await stage.connection("baileys");
  for (const statement of FILLING) await stage.rows(statement);
  await stage.services.directory.refresh();
  // The first passes do what such data have left to do.
  while (await keepFigures(stage.services));
  while (await sealAudit(stage.services));
  await foldCounts(stage.services);
  await noteConnectionArrivals(stage.services);
  await vacuum(stage.services.database);
}, 180_000);
afterAll(() => stage.close());

/** Runs periodic work in one transaction, and returns what it read too much of: rows and buffers, by table or index. */
async function excessiveReadsBy(work: (services: Services, sql: Sql) => Promise<unknown>): Promise<Record<string, number>> {
  const { services } = stage;
  return services.database.transaction(async (tx) => {
    const within: Services["database"]["transaction"] = async (inner, opening) => {
      const opened = opening === undefined ? [] : "statement" in opening ? await tx.run(opening.statement, opening.values) : [];
      return inner({ ...tx, atCommit: tx }, opened);
    };
    const before = await readSoFar(tx);
    await work({ ...services, database: { ...services.database, sql: tx, transaction: within } }, tx);
    const read = (await readSoFar(tx)).map(({ name, n, most }) => ({
      name,
      most,
      n: n - (before.find((row) => row.name === name)?.n ?? 0),
    }));
    return Object.fromEntries(read.filter(({ n, most }) => n > most).map(({ name, n }) => [name, n]));
  });
}

function readSoFar(tx: Sql): Promise<{ name: string; n: number; most: number }[]> {
  return tx.ask(
    `SELECT 'rows of ' || relname AS name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS n, ${MOST_ROWS} AS most
       FROM pg_stat_xact_user_tables
     UNION ALL SELECT 'buffers of ' || c.relname, pg_stat_get_xact_blocks_fetched(c.oid)::int, ${MOST_BUFFERS}
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind IN ('r', 'i')`,
  );
}

const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const neverAsked = () => Promise.reject(new Error("nothing is due"));

describe("on the data of years, periodic work that finds nothing to do", () => {
  it.each<[string, (services: Services, sql: Sql) => Promise<unknown>]>([
    ["runs due schedules", runDueSchedules],
    ["freezes runs", freezeRuns],
    ["reports runs", reportRuns],
    ["expires runs", expireRuns],
    ["paces sends", (services) => createPacer(services, { session: () => undefined }).pace([1])],
    ["folds counts", foldCounts],
    ["seals the audit", sealAudit],
    ["notes arrivals", noteConnectionArrivals],
    ["looks for unanswered conversations", (_services, sql) => readUnanswered(sql)],
    ["keeps the dashboard's figures", keepFigures],
    ["follows statuses", (services) => followStatuses(services)],
    ["looks for due ratings", (_services, sql) => listDueRatings(sql, ago(10), 200)],
    ["looks for due offers", (_services, sql) => listDueOffers(sql, { before: ago(10), queueIds: [0, 1], limit: 200 })],
    ["looks for idle tickets", (_services, sql) => listIdleTickets(sql, { since: ago(10), queueKeys: [0, 1], limit: 200 })],
    ["looks for snoozes that are over", (_services, sql) => listDueSnoozes(sql, new Date(), 500)],
    ["looks for targets that run out", (_services, sql) => listDueClocks(sql, new Date(), 500)],
    ["looks for targets to count anew", (_services, sql) => listRecounts(sql)],
    ["looks for lanes", (_services, sql) => sql.ask("SELECT * FROM take_lanes(64, 10, 16)")],
    ["spreads pushes", (services) => spreadPushes(services)],
    ["claims pushes", (_services, sql) => claimPushDeliveries(sql, new Date(), new Date(), { most: 16, only: null })],
    ["claims alerts", (_services, sql) => claimAlertDeliveries(sql, 1_000, 8)],
    ["answers chatbots", (services) => answerChatbotTurn(services, { ask: neverAsked, fetchFile: neverAsked })],
    ["takes chores", (_services, sql) => takeChores(sql, [1], 4)],
    ["takes questions", (_services, sql) => takeGatewayCall(sql, [1], ["meow"])],
    ["takes media", (_services, sql) => takeMediaJobs(sql, 4)],
    ["deletes what has expired", deleteExpired],
  ])("%s without reading the old rows", async (_what, work) => {
    expect(await excessiveReadsBy(work)).toEqual({});
  });
});
