import { setTimeout as sleep } from "node:timers/promises";
import { closedLoop } from "./closedLoop.mjs";
import { cpuPerAnswer, cpuTimes } from "./cpuTime.mjs";
import { toRequest } from "./httpConnection.mjs";
import { openLists } from "./questions.mjs";
import { LAST_NAMES } from "./words.mjs";

/** A process that started so long ago has compiled nothing that people call yet. */
const COLD_MS = 15_000;
const CLIENTS = 10;
const SURNAMES = 10;
const QUICK_ANSWERS = 5_000;
const MESSAGES_TODAY = 50_000;
/** The zone of an installation without the setting. */
const ZONE = "America/Sao_Paulo";

/** Open lists in the first seconds of a process, without a warm-up. Only the first row of a run can show it. */
export async function cold(stage) {
  const { client, product, people, encoding, startedAt } = stage;
  await sleep(Math.max(0, startedAt + COLD_MS - performance.now()));
  const before = cpuTimes(stage);
  const result = await closedLoop({
    port: product.port,
    clients: CLIENTS,
    warmUpMs: 0,
    forMs: 5_000,
    next: await openLists({ client, port: product.port, people, encoding }),
  });
  return { ...result, cpu: cpuPerAnswer(before, cpuTimes(stage), result.sent), most: result.perSecond };
}

/** Asks for the same paths in turn, each as the next person. */
const asking =
  (paths) =>
  async ({ people, encoding }) => {
    let n = 0;
    return () => {
      const path = paths[n % paths.length];
      const { header } = people[n++ % people.length];
      return { bytes: toRequest("GET", path, [header, ...encoding]) };
    };
  };

/** Contacts by each of ten surnames, each of which some thousands have. */
export const surnames = asking(
  LAST_NAMES.slice(0, SURNAMES).map((name) => `/api/contacts?searchParam=${encodeURIComponent(name)}&pageNumber=1`),
);

/** What the bell asks for when a page is loaded. */
export const unread = asking(["/api/tickets?withUnreadMessages=true"]);

/** All tags, of which the data set has twenty on 100,000 contacts. */
export const tags = asking(["/api/tag"]);

/** Fills the quick answers of an installation that has many, for as long as `work` takes. */
export async function withQuickAnswers({ client }, work) {
  const { rows } = await client.query(
    `INSERT INTO quick_answer (shortcut, message)
     SELECT 'bench' || n, 'Bom dia! O pedido ' || n || ' já saiu e chega amanhã.' FROM generate_series(1, ${QUICK_ANSWERS}) n RETURNING id`,
  );
  await client.query("ANALYZE quick_answer");
  try {
    return await work();
  } finally {
    await client.query("DELETE FROM quick_answer WHERE id = ANY($1::int[])", [rows.map(({ id }) => id)]);
  }
}
export const quickAnswers = asking(
  ["pedido 49", "bench12", "amanhã", "xyz"].map((text) => `/api/quickAnswers?searchParam=${encodeURIComponent(text)}&pageNumber=1`),
);

/** Writes the messages of a busy day, spread over it and over live conversations, for as long as `work` takes. */
export async function withMessagesToday({ client }, work) {
  const { rows } = await client.query(
    `WITH live AS (SELECT id, connection_id, queue_id, user_id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS n FROM ticket WHERE status IN ('open', 'pending')),
       day AS (SELECT date_trunc('day', now(), '${ZONE}') AS starts)
     INSERT INTO message (ticket_id, connection_id, queue_id, owner_id, chat, author, from_me, external_id, type, body, sent_at)
     SELECT live.id, live.connection_id, live.queue_id, live.user_id, 'bench', 'bench', said.n % 2 = 0, 'bench-today-' || said.n, 'conversation', 'bom dia',
       day.starts + (now() - day.starts) * said.n / ${MESSAGES_TODAY}
     FROM generate_series(1, ${MESSAGES_TODAY}) AS said(n) CROSS JOIN day JOIN live ON live.place = 1 + said.n % live.n ORDER BY said.n RETURNING id`,
  );
  await client.query("VACUUM ANALYZE message");
  try {
    return await work();
  } finally {
    await client.query("DELETE FROM message WHERE id = ANY($1::bigint[])", [rows.map(({ id }) => id)]);
  }
}

/** The statistic cards of the dashboard for today, as the administrator asks for them. */
export async function figuresOfToday(around) {
  const { rows } = await around.client.query(`SELECT (now() AT TIME ZONE '${ZONE}')::date::text AS today`);
  const [{ today }] = rows;
  const path = `/api/dashboard/stats?firstDate=${today}&lastDate=${today}&pairs=false`;
  return asking([path])({ ...around, people: around.people.filter(({ id }) => id === 1) });
}
