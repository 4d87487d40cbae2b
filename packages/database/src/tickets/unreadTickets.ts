import type { KeyRange } from "@balcao/domain/access";
import type { TicketBucket } from "@balcao/domain/tickets";
import { statement, type Sql } from "../sql/index.js";
import type { TicketRangePage } from "./ticketLists.js";
import { ticketRowsOf, type TicketRow } from "./ticketRows.js";

interface UnreadQuery {
  /** Disjoint in each bucket, as from `toTicketRanges`. */
  readonly ranges: ReadonlyMap<TicketBucket, readonly KeyRange[]>;
  readonly limit: number;
  /** They are counted up to here. */
  readonly most: number;
}

type CountedRow = TicketRow & { readonly count: number };

const NEWEST = "ORDER BY last_activity DESC, id DESC";
const walk = (where: string): string => `(SELECT id, last_activity FROM ticket WHERE ${where} AND unread > 0 ${NEWEST} LIMIT $1::int)`;

// Pairs of queue and person ($3 to $5), whole queues ($6, $7) and whole buckets ($8), each with its bucket.
const unread = statement<CountedRow>(
  "ticket_bell",
  `WITH found AS MATERIALIZED (SELECT id, last_activity FROM (
     SELECT k.* FROM unnest($3::text[], $4::int[], $5::int[]) AS p(list, queue, person)
       CROSS JOIN LATERAL ${walk("bucket = p.list AND queue_key = p.queue AND user_key = p.person")} AS k
     UNION ALL
     SELECT k.* FROM unnest($6::text[], $7::int[]) AS q(list, queue) CROSS JOIN LATERAL ${walk("bucket = q.list AND queue_key = q.queue")} AS k
     UNION ALL
     SELECT k.* FROM unnest($8::text[]) AS w(list) CROSS JOIN LATERAL ${walk("bucket = w.list")} AS k
   ) AS merged ${NEWEST} LIMIT $1::int)
   ${ticketRowsOf(`ARRAY(SELECT id FROM found ${NEWEST} LIMIT $2::int)`, "(SELECT count(*)::int FROM found) AS count")}`,
);

/** Lists the first tickets in the ranges that have unread messages, newest activity first, and counts them up to `most`. */
export async function listUnreadTickets(sql: Sql, { ranges, limit, most }: UnreadQuery): Promise<TicketRangePage> {
  const rows = await sql.run(unread, [Math.max(limit, most), limit, ...toKeys(ranges)]);
  const found = rows[0]?.count ?? 0;
  return { rows, count: found < limit ? found : Math.min(found, most) };
}

/** Parallel arrays for the walks. A range of many people is a walk for each: of the bell it has at most the person and nobody. */
function toKeys(ranges: UnreadQuery["ranges"]) {
  const pairs: { list: string[]; queue: number[]; person: number[] } = { list: [], queue: [], person: [] };
  const queues: { list: string[]; queue: number[] } = { list: [], queue: [] };
  const whole: string[] = [];
  for (const [bucket, { queueKeys, userKeys }] of [...ranges].flatMap(([list, all]) => all.map((range) => [list, range] as const))) {
    if (queueKeys === null) whole.push(bucket);
    for (const queue of queueKeys ?? []) {
      if (userKeys === null) {
        queues.list.push(bucket);
        queues.queue.push(queue);
      }
      for (const person of userKeys ?? []) {
        pairs.list.push(bucket);
        pairs.queue.push(queue);
        pairs.person.push(person);
      }
    }
  }
  return [pairs.list, pairs.queue, pairs.person, queues.list, queues.queue, whole];
}
