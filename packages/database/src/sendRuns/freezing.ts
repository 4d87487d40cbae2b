import type { LeftOut } from "@balcao/domain/sends";
import { first, one, statement, type Sql } from "../sql/index.js";
import type { LockedRun } from "./runs.js";

type Choice = "all" | "contacts" | "tags";

/** Contacts of a choice: $1 is the connection, $2 the ids of contacts or tags. */
const CHOSEN: Readonly<Record<Choice, string>> = {
  all: "($2::int[] IS NOT NULL)",
  // A schedule still names a contact that was merged into another one since.
  contacts: `c.id IN (SELECT unnest($2::int[])
    UNION ALL SELECT m.kept_id FROM contact_merge m WHERE m.undone_at IS NULL AND (m.gone->>'id')::int = ANY($2::int[]))`,
  tags: "c.id IN (SELECT contact_id FROM contact_tag WHERE tag_id = ANY($2::int[]))",
};
const REACHABLE = "EXISTS (SELECT 1 FROM contact_address a WHERE a.contact_id = c.id AND a.connection_id IN (0, $1))";

const OPTED_OUT = "EXISTS (SELECT 1 FROM contact_opt_out o WHERE o.contact_id = c.id)";
/** Why a contact gets nothing, NULL for a recipient; the first reason counts. */
const LEFT_OUT = `CASE WHEN c.is_group THEN 'group' WHEN ${OPTED_OUT} THEN 'optedOut' WHEN NOT ${REACHABLE} THEN 'unreachable' END`;
const COUNTED = `count(*) FILTER (WHERE why = 'group')::int AS "group", count(*) FILTER (WHERE why = 'optedOut')::int AS "optedOut",
       count(*) FILTER (WHERE why = 'unreachable')::int AS unreachable`;

interface LeftOutRow {
  readonly group: number;
  readonly optedOut: number;
  readonly unreachable: number;
}

interface BatchRow extends LeftOutRow {
  readonly looked: number;
  readonly last: number;
  readonly added: number;
}

const batchOf = (choice: Choice) =>
  statement<BatchRow>(
    `send_freeze_${choice}`,
    `WITH page AS (
       SELECT c.id, c.name, ${LEFT_OUT} AS why FROM contact c WHERE c.id > $4 AND ${CHOSEN[choice]} ORDER BY c.id LIMIT $5
     ), added AS (
       INSERT INTO send_recipient (run_id, contact_id, name) SELECT $3, id, name FROM page WHERE why IS NULL ON CONFLICT DO NOTHING RETURNING 1
     )
     SELECT count(*)::int AS looked, coalesce(max(id), 0) AS last, (SELECT count(*)::int FROM added) AS added,
       ${COUNTED} FROM page`,
  );
const countOf = (choice: Choice) =>
  statement<LeftOutRow & { readonly total: number }>(
    `send_count_${choice}`,
    `SELECT count(*) FILTER (WHERE why IS NULL)::int AS total, ${COUNTED} FROM (SELECT ${LEFT_OUT} AS why FROM contact c WHERE ${CHOSEN[choice]}) chosen`,
  );
const BATCHES = { all: batchOf("all"), contacts: batchOf("contacts"), tags: batchOf("tags") };
const COUNTS = { all: countOf("all"), contacts: countOf("contacts"), tags: countOf("tags") };

interface Chosen {
  readonly allContacts: boolean;
  readonly contactIds: readonly number[];
  readonly tagIds: readonly number[];
}

function choiceOf({ allContacts, contactIds, tagIds }: Chosen): { readonly choice: Choice; readonly ids: readonly number[] } {
  if (allContacts) return { choice: "all", ids: [] };
  return contactIds.length > 0 ? { choice: "contacts", ids: contactIds } : { choice: "tags", ids: tagIds };
}

/** How many contacts would receive a message over a connection, and how many not, by the reason. */
export async function countAudience(sql: Sql, connectionId: number, chosen: Chosen): Promise<{ total: number; leftOut: LeftOut }> {
  const { choice, ids } = choiceOf(chosen);
  const { total, ...leftOut } = await one(sql.run(COUNTS[choice], [connectionId, ids]));
  return { total, leftOut: await withMissing(sql, chosen, total, leftOut) };
}

const closedOf = (choice: Choice) =>
  statement<{ n: number }>(
    `send_closed_${choice}`,
    `SELECT count(*)::int AS n FROM contact c WHERE ${CHOSEN[choice]} AND ${LEFT_OUT} IS NULL AND NOT EXISTS (
       SELECT 1 FROM ticket t JOIN message m ON m.ticket_id = t.id
       WHERE t.contact_id = c.id AND t.connection_id = $1 AND m.connection_id = $1 AND NOT m.from_me AND m.sent_at > $3)`,
  );
const CLOSED = { all: closedOf("all"), contacts: closedOf("contacts"), tags: closedOf("tags") };

/** How many recipients have not written on a connection since a moment. */
export async function countClosedWindows(sql: Sql, connectionId: number, chosen: Chosen, since: Date): Promise<number> {
  const { choice, ids } = choiceOf(chosen);
  return (await one(sql.run(CLOSED[choice], [connectionId, ids, since]))).n;
}

const beginningsOf = (choice: Choice) =>
  statement<{ beginning: string; n: number }>(
    `send_beginnings_${choice}`,
    `SELECT left(c.number, 4) AS beginning, count(*)::int AS n FROM contact c WHERE ${CHOSEN[choice]} AND ${LEFT_OUT} IS NULL AND c.number IS NOT NULL GROUP BY 1`,
  );
const BEGINNINGS = { all: beginningsOf("all"), contacts: beginningsOf("contacts"), tags: beginningsOf("tags") };

/** How many recipients have a number that begins with the same four digits. */
export function countBeginnings(sql: Sql, connectionId: number, chosen: Chosen) {
  const { choice, ids } = choiceOf(chosen);
  return sql.run(BEGINNINGS[choice], [connectionId, ids]);
}

const samplesOf = (choice: Choice) =>
  statement<AudienceSample>(
    `send_samples_${choice}`,
    `SELECT c.name, coalesce(c.number, '') AS number FROM contact c WHERE ${CHOSEN[choice]} AND ${LEFT_OUT} IS NULL ORDER BY c.id LIMIT $3`,
  );
const SAMPLES = { all: samplesOf("all"), contacts: samplesOf("contacts"), tags: samplesOf("tags") };

/** A contact who would receive a message. */
interface AudienceSample {
  readonly name: string;
  readonly number: string;
}

/** The first contacts who would receive a message over a connection. */
export function listAudienceSamples(sql: Sql, connectionId: number, chosen: Chosen, limit: number): Promise<AudienceSample[]> {
  const { choice, ids } = choiceOf(chosen);
  return sql.run(SAMPLES[choice], [connectionId, ids, limit]);
}

const nextFreezing = statement<{ id: number }>(
  "send_run_freezing",
  `SELECT id FROM send_run WHERE state = 'freezing' AND connection_id IS NOT NULL ORDER BY id LIMIT 1`,
);

/** The first run whose recipients are not all listed yet; null when there is none. */
export const getFreezingRun = async (sql: Sql): Promise<number | null> => (await first(sql.run(nextFreezing)))?.id ?? null;

const advance = statement<{ total: number; leftOut: LeftOut }>(
  "send_run_advance",
  `UPDATE send_run SET frozen_to = $2, total = total + $3, left_out = left_out || jsonb_build_object(
     'group', coalesce((left_out->>'group')::int, 0) + $4, 'unreachable', coalesce((left_out->>'unreachable')::int, 0) + $5,
     'optedOut', coalesce((left_out->>'optedOut')::int, 0) + $6)
   WHERE id = $1 RETURNING total, left_out AS "leftOut"`,
);
const finish = statement(
  "send_run_frozen",
  // A run that was still listed when its schedule was paused waits with it.
  `UPDATE send_run r SET left_out = $2::jsonb, active_since = $3, state = CASE
     WHEN EXISTS (SELECT FROM schedule s WHERE s.id = r.schedule_id AND s.paused_at IS NOT NULL) THEN 'paused' ELSE 'running' END WHERE r.id = $1`,
  { wakes: ["sends"] },
);

/**
 * Lists up to `limit` more contacts of a locked run as its recipients, by their ids. Returns true
 * when there may be more; otherwise the run goes out.
 */
export async function freezeBatch(tx: Sql, run: LockedRun, limit: number, now: Date): Promise<boolean> {
  const { choice, ids } = choiceOf(run);
  const page = await one(tx.run(BATCHES[choice], [run.connectionId, ids, run.id, run.frozenTo, limit]));
  const last = Math.max(run.frozenTo, page.last);
  const { total, leftOut } = await one(tx.run(advance, [run.id, last, page.added, page.group, page.unreachable, page.optedOut]));
  if (page.looked === limit) return true;
  await tx.run(finish, [run.id, JSON.stringify(await withMissing(tx, run, total, leftOut)), now]);
  return false;
}

const countPeople = statement<{ n: number }>(
  "send_count_people",
  `SELECT count(DISTINCT coalesce(m.kept_id, chosen.id))::int AS n FROM unnest($1::int[]) AS chosen (id)
   LEFT JOIN contact_merge m ON m.undone_at IS NULL AND (m.gone->>'id')::int = chosen.id`,
);

/** Reasons that apply to somebody; chosen contacts that do not exist any more are missing. A merged contact is the one that stays. */
async function withMissing(sql: Sql, { allContacts, contactIds }: Chosen, total: number, leftOut: LeftOut): Promise<LeftOut> {
  const { group = 0, optedOut = 0, unreachable = 0 } = leftOut;
  const found = total + group + optedOut + unreachable;
  const people = allContacts || contactIds.length === 0 ? found : (await one(sql.run(countPeople, [contactIds]))).n;
  const counts = { group, optedOut, unreachable, missing: people - found };
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}
