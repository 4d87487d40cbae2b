import { COUNTED, countedOf } from "../moving/journal.js";
import { closedFor } from "../tickets/index.js";
import { one, statement, type Sql } from "../sql/index.js";

/** Which tickets a figure is made of. */
export interface FigureTicketFilter {
  /** `closed` and the others differ in the moment by which they are chosen and ordered. */
  readonly figure: "open" | "pending" | "closed" | "created" | "waited" | "handled";
  readonly from: Date | null;
  readonly until: Date | null;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly contactId: number | null;
  /** The hour of the clock in `zone` at which they were created. */
  readonly hour: number | null;
  readonly zone: string;
  /** Why they were closed; null for whatever was. */
  readonly reason: string | null;
}

/** A ticket behind a figure. `at` is the moment that the list is ordered by. */
export interface FigureTicketRow {
  readonly id: number;
  readonly at: Date;
  readonly status: string;
  readonly contactId: number;
  readonly contactName: string;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly createdAt: Date;
  readonly acceptedAt: Date | null;
  readonly closedAt: Date | null;
}

interface Position {
  readonly at: Date;
  readonly id: number;
}

const pageBy = (name: string, moment: "created_at" | "closed_at") =>
  statement<FigureTicketRow>(
    `figure_tickets_${name}`,
    `SELECT t.id, t.${moment} AS at, t.status, t.contact_id AS "contactId", c.name AS "contactName", t.queue_id AS "queueId", t.user_id AS "userId",
       t.created_at AS "createdAt", t.accepted_at AS "acceptedAt", t.closed_at AS "closedAt"
     FROM ticket t JOIN contact c ON c.id = t.contact_id
     WHERE NOT t.is_group AND t.origin IS NULL AND ${countedOf("t")} AND t.${moment} >= $1 AND t.${moment} < $2 AND ($3::text IS NULL OR t.bucket = $3)
       AND ($4::int IS NULL OR t.queue_key = $4) AND ($5::int IS NULL OR t.user_key = $5) AND ($6::int IS NULL OR t.contact_id = $6)
       AND ($7::int IS NULL OR extract(hour FROM t.created_at AT TIME ZONE $8) = $7)
       AND (NOT $9::boolean OR t.accepted_at IS NOT NULL) AND (NOT $10::boolean OR t.closed_at IS NOT NULL)
       AND ($14::text IS NULL OR ${closedFor("$14")})
       AND (t.${moment}, t.id) < ($11::timestamptz, $12::int)
     ORDER BY t.${moment} DESC, t.id DESC LIMIT $13`,
  );
const byCreation = pageBy("created", "created_at");
const byClosing = pageBy("closed", "closed_at");

/** Lists a page of the tickets that a figure is made of, newest first; `after` is the last one of the page before. */
export function listFigureTicketPage(
  sql: Sql,
  filter: FigureTicketFilter,
  { after, limit }: { readonly after: Position | null; readonly limit: number },
): Promise<FigureTicketRow[]> {
  const { figure, queueId, userId, contactId, hour, zone, reason } = filter;
  return sql.run(figure === "closed" ? byClosing : byCreation, [
    ...choiceOf(filter),
    queueId,
    userId,
    contactId,
    hour,
    zone,
    figure === "waited" || figure === "handled",
    figure === "handled",
    after?.at ?? "infinity",
    after?.id ?? 0,
    limit,
    reason,
  ]);
}

/** The period and the state of the tickets; the states of now have no period. */
function choiceOf({ figure, from, until }: FigureTicketFilter): readonly [Date | string, Date | string, string | null] {
  if (figure === "open" || figure === "pending") return ["-infinity", "infinity", figure];
  return [from ?? "-infinity", until ?? "infinity", figure === "closed" ? figure : null];
}

export interface ContactTotalRow {
  readonly contactId: number;
  readonly name: string;
  readonly n: number;
}

const FILTER = `NOT is_group AND origin IS NULL AND ${COUNTED} AND created_at >= $1 AND created_at < $2 AND ($3::int IS NULL OR queue_key = $3) AND ($4::int IS NULL OR user_key = $4)`;
const contactTotals = statement<ContactTotalRow>(
  "figure_contact_totals",
  `SELECT top.contact_id AS "contactId", c.name, top.n FROM (
     SELECT contact_id, count(*)::int AS n FROM ticket WHERE ${FILTER} GROUP BY contact_id ORDER BY n DESC, contact_id LIMIT $5
   ) top JOIN contact c ON c.id = top.contact_id ORDER BY top.n DESC, top.contact_id`,
);
const pairs = statement<{ createdAt: Date; acceptedAt: Date; closedAt: Date | null }>(
  "figure_pairs",
  `SELECT created_at AS "createdAt", accepted_at AS "acceptedAt", closed_at AS "closedAt" FROM ticket
   WHERE ${FILTER} AND accepted_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT $5`,
);
/** How many contacts there are. */
export interface ContactCountRow {
  readonly contacts: number;
  readonly groups: number;
}

const countContacts = (contacts: string): string =>
  `SELECT count(*) FILTER (WHERE NOT is_group)::int AS contacts, count(*) FILTER (WHERE is_group)::int AS groups FROM ${contacts}`;
const contactCounts = statement<ContactCountRow>("figure_contacts", countContacts("contact WHERE id <= $1::int"));
// The second bound, which none reaches, makes the planner expect few.
const newContactCounts = statement<ContactCountRow>(
  "figure_new_contacts",
  countContacts("contact WHERE id > $1::bigint AND id < $1::bigint + 1000000"),
);
const newestContact = statement<{ id: number }>("figure_newest_contact", "SELECT coalesce(max(id), 0) AS id FROM contact");
const totals = statement<{ schedules: number; tags: number }>(
  "figure_totals",
  `SELECT (SELECT count(*)::int FROM schedule WHERE ticket_id IS NULL) AS schedules, (SELECT count(*)::int FROM tag) AS tags`,
);

interface CreatedFilter {
  readonly from: Date | null;
  readonly until: Date | null;
  readonly queueId: number | null;
  readonly userId: number | null;
}

const bindCreated = ({ from, until, queueId, userId }: CreatedFilter) => [from ?? "-infinity", until ?? "infinity", queueId, userId];

/** The contacts with the most tickets created in a period, groups left out, the largest first. */
export const listContactTotals = (sql: Sql, filter: CreatedFilter, limit: number): Promise<ContactTotalRow[]> =>
  sql.run(contactTotals, [...bindCreated(filter), limit]);

/** When the tickets of a period were created, accepted and closed, of those that were accepted; newest first. */
export const listTicketPairs = (sql: Sql, filter: CreatedFilter, limit: number) => sql.run(pairs, [...bindCreated(filter), limit]);

/** Counts the contacts and groups up to an id. */
export const countContactsUpTo = (sql: Sql, id: number): Promise<ContactCountRow[]> => sql.run(contactCounts, [id]);

/** Counts those with a higher id, which should be few. */
export const countContactsAfter = (sql: Sql, id: number): Promise<ContactCountRow[]> => sql.run(newContactCounts, [id]);

/** The id of the newest contact; 0 without any. */
export const getNewestContactId = async (sql: Sql): Promise<number> => (await one(sql.run(newestContact))).id;

/** How many schedules and tags there are. */
export const countTotals = (sql: Sql) => one(sql.run(totals));
