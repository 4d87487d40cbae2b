import type { MovingKind } from "@balcao/domain/moving";
import { BEFORE_ALL, type ForeignColumns, type KindQueries, type Queries } from "./foreignSource.js";

type Column = readonly [column: string, as: "text" | "timestamptz" | "boolean" | "int"];

/**
 * What is asked of the tables. Their names and columns are those of the migrations that canove/whaticket-community and
 * ticketz-oss/ticketz publish (backend/src/database/migrations).
 */
export function queriesOf(columns: ForeignColumns, company: string | null): Queries {
  const own = (table: string): string =>
    company !== null && columns.has(table, "companyId") ? `t."companyId" = ${Number(company)}` : "true";
  const list = (table: string, typed: readonly Column[]): string =>
    typed.map(([column, as]) => `${columns.of(table, "t", column, as)} AS "${column}"`).join(", ");
  /** Ids are numbers in all of them; the order is by their value. */
  const byId = (table: string, typed: readonly Column[], more: readonly string[] = []): KindQueries => ({
    read: `SELECT t.id::text AS place, t.id::text AS id, ${[list(table, typed), ...more].join(", ")}
      FROM "${table}" t WHERE ${own(table)} AND t.id > coalesce(nullif($1::text, '')::numeric, ${BEFORE_ALL}) ORDER BY t.id`,
    count: `SELECT count(*)::int AS rows, 0 AS characters FROM "${table}" t WHERE ${own(table)}`,
  });
  const optional = (table: string, typed: readonly Column[]): KindQueries | false => columns.has(table) && byId(table, typed);
  const answers = columns.has("QuickMessages") ? "QuickMessages" : "QuickAnswers";
  const parts: Partial<Record<MovingKind, KindQueries | false>> = {
    people: byId("Users", [col("name", "text"), col("email", "text")]),
    queues: optional("Queues", [col("name", "text"), col("color", "text")]),
    tags: optional("Tags", [col("name", "text"), col("tag", "text"), col("color", "text")]),
    quickAnswers: optional(answers, [col("shortcut", "text"), col("shortcode", "text"), col("message", "text"), col("userId", "text")]),
    contacts: byId("Contacts", CONTACT, [lidsOf(columns)]),
    tagLinks: tagLinksOf(columns, own),
    tickets: byId("Tickets", TICKET, [timeOf(columns, "startedAt", "acceptedAt"), timeOf(columns, "finishedAt", "closedAt")]),
    messages: messagesOf(columns, own("Messages"), (typed) => list("Messages", typed)),
    notes: optional("TicketNotes", [col("note", "text"), ...OF_TICKET]),
    ratings: optional("UserRatings", [col("rate", "int"), ...OF_TICKET]),
    files: filesOf(columns, own("Messages")),
  };
  return {
    connections: `SELECT t.id::text AS "sourceKey", ${columns.of("Whatsapps", "t", "name", "text")} AS name,
      (SELECT count(*)::int FROM "Tickets" k WHERE k."whatsappId" = t.id) AS tickets FROM "Whatsapps" t WHERE ${own("Whatsapps")} ORDER BY t.id`,
    kinds: Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== false)) as Queries["kinds"],
  };
}

const lidsOf = (columns: ForeignColumns): string =>
  columns.has("WhatsappLidMaps")
    ? `ARRAY(SELECT l.lid::text FROM "WhatsappLidMaps" l WHERE l."contactId" = t.id) AS lids`
    : "ARRAY[]::text[] AS lids";

/** The last instant of a ticket's record of times, where the product keeps one. */
const timeOf = (columns: ForeignColumns, column: string, name: string): string =>
  columns.has("TicketTraking", column)
    ? `(SELECT max(r."${column}") FROM "TicketTraking" r WHERE r."ticketId" = t.id) AS "${name}"`
    : `NULL::timestamptz AS "${name}"`;

const col = (column: string, as: Column[1]): Column => [column, as];
const CONTACT = [
  col("name", "text"),
  col("number", "text"),
  col("email", "text"),
  col("isGroup", "boolean"),
  col("channel", "text"),
  col("createdAt", "timestamptz"),
  col("lid", "text"),
];
const TICKET = [
  ...[col("status", "text"), col("contactId", "text"), col("queueId", "text"), col("userId", "text"), col("whatsappId", "text")],
  ...[col("createdAt", "timestamptz"), col("updatedAt", "timestamptz")],
];
const OF_TICKET = [col("ticketId", "text"), col("userId", "text"), col("createdAt", "timestamptz")];

/** Tags are of contacts here: those of a ticket go to its contact. */
function tagLinksOf(columns: ForeignColumns, own: (table: string) => string): KindQueries | false {
  const parts: string[] = [];
  const owned = own("Tags");
  const isOwn = `"tagId" IN (SELECT t.id FROM "Tags" t WHERE ${owned})`;
  if (columns.has("ContactTags")) parts.push(`SELECT "contactId", "tagId" FROM "ContactTags" WHERE ${isOwn}`);
  if (columns.has("TicketTags"))
    parts.push(`SELECT k."contactId", x."tagId" FROM "TicketTags" x LEFT JOIN "Tickets" k ON k.id = x."ticketId" WHERE x.${isOwn}`);
  if (parts.length === 0 || !columns.has("Tags")) return false;
  const all = `SELECT DISTINCT coalesce("contactId", 0) AS "contactId", "tagId" FROM (${parts.join(" UNION ALL ")}) u`;
  return {
    read: `SELECT "contactId" || ':' || "tagId" AS place, "contactId"::text, "tagId"::text FROM (${all}) t
      WHERE "contactId" >= coalesce(nullif(split_part($1::text, ':', 1), '')::numeric, ${BEFORE_ALL}) ORDER BY t."contactId", t."tagId"`,
    count: `SELECT count(*)::int AS rows, 0 AS characters FROM (${all}) t`,
  };
}

/** Where a message stands in the order; one without a ticket at the end. */
const TICKET_OF = `coalesce(t."ticketId", 9223372036854775807)`;

/** The files that messages name, in the order of the tickets. */
function filesOf(columns: ForeignColumns, own: string): KindQueries | false {
  const where = `${own} AND t."mediaUrl" <> ''`;
  return (
    columns.has("Messages", "mediaUrl") && {
      read: `SELECT ${TICKET_OF}::text AS place, t.id::text AS id, t."ticketId"::text, t."mediaUrl"::text FROM "Messages" t
        WHERE ${where} AND ${TICKET_OF} >= coalesce(nullif($1::text, '')::numeric, ${BEFORE_ALL}) ORDER BY ${TICKET_OF}, t.id`,
      count: `SELECT count(*)::int AS rows, 0 AS characters FROM "Messages" t WHERE ${where}`,
    }
  );
}

/** The texts before edits, where a product keeps them. They are joined whole, because no index finds those of a message. */
function editsOf(columns: ForeignColumns): { readonly edits: string; readonly join: string } {
  if (!columns.has("OldMessages", "messageId") || !columns.has("OldMessages", "body")) return { edits: "NULL", join: "" };
  const ofTicket = columns.has("OldMessages", "ticketId");
  const at = columns.of("OldMessages", "o", "createdAt", "timestamptz");
  return {
    edits: "old.edits",
    join: `LEFT JOIN (SELECT o."messageId"${ofTicket ? ', o."ticketId"' : ""}, json_agg(json_build_object('body', o.body, 'at', ${at}) ORDER BY ${at}, o.id) AS edits
        FROM "OldMessages" o GROUP BY 1${ofTicket ? ", 2" : ""}) old ON old."messageId" = t.id${ofTicket ? ' AND old."ticketId" = t."ticketId"' : ""}`,
  };
}

/** In the order of the tickets, so that a batch is about few of them; a place is a ticket, which is read again from its beginning. */
function messagesOf(columns: ForeignColumns, own: string, list: (typed: readonly Column[]) => string): KindQueries {
  const typed = [
    ...[
      col("ticketId", "text"),
      col("quotedMsgId", "text"),
      col("fromMe", "boolean"),
      col("contactId", "text"),
      col("participant", "text"),
    ],
    ...[
      col("queueId", "text"),
      col("userId", "text"),
      col("mediaType", "text"),
      col("mediaUrl", "text"),
      col("body", "text"),
      col("ack", "int"),
    ],
    ...[col("isEdited", "boolean"), col("isDeleted", "boolean"), col("createdAt", "timestamptz")],
  ];
  const { edits, join } = editsOf(columns);
  return {
    read: `SELECT ${TICKET_OF}::text AS place, t.id::text AS id, ${list(typed)}, c.number AS "authorNumber", ${edits} AS edits
      FROM "Messages" t LEFT JOIN "Contacts" c ON c.id = t."contactId" ${join}
      WHERE ${own} AND ${TICKET_OF} >= coalesce(nullif($1::text, '')::numeric, ${BEFORE_ALL}) ORDER BY ${TICKET_OF}, t."createdAt", t.id`,
    count: `SELECT count(*)::int AS rows, coalesce(sum(char_length(t.body)), 0)::float8 AS characters FROM "Messages" t WHERE ${own}`,
  };
}
