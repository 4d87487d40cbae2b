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
