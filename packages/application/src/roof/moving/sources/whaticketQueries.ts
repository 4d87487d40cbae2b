import type { MovingKind } from "@balcao/domain/moving";
import type { ForeignColumns } from "./foreignColumns.js";

interface KindQueries {
  /** The rows after the place $1, in the order of `place`; an empty place is the beginning. */
  readonly read: string;
  readonly count: string;
}

export interface Queries {
  readonly connections: string;
  /** Kinds that this product has. */
  readonly kinds: Partial<Record<MovingKind, KindQueries>>;
}

type Typed = readonly [table: string, column: string, as: "text" | "timestamptz" | "boolean" | "int", name?: string];

/**
 * What is asked of the tables. Their names and columns are those of the migrations that canove/whaticket-community and
 * ticketz-oss/ticketz publish (backend/src/database/migrations).
 */
export function queriesOf(columns: ForeignColumns, company: string | null): Queries {
  const own = (table: string): string =>
    company !== null && columns.has(table, "companyId") ? `t."companyId" = ${Number(company)}` : "true";
  const list = (typed: readonly Typed[]): string =>
    typed.map(([table, column, as, name]) => `${columns.of(table, "t", column, as)} AS "${name ?? column}"`).join(", ");
  /** Ids are numbers in all of them; `order` is by their value. */
  const byId = (table: string, typed: readonly Omit<Typed, 0>[], more = ""): KindQueries => ({
    read: `SELECT t.id::text AS place, t.id::text AS id, ${list(typed.map((each) => [table, ...(each as unknown as readonly [string, Typed[2], string?])]))}${more}
      FROM "${table}" t WHERE ${own(table)} AND t.id > coalesce(nullif($1::text, '')::numeric, -1) ORDER BY t.id`,
    count: `SELECT count(*)::int AS rows, 0 AS characters FROM "${table}" t WHERE ${own(table)}`,
  });
  const col = (column: string, as: Typed[2], name?: string) =>
    (name === undefined ? [column, as] : [column, as, name]) as unknown as Omit<Typed, 0>;
  const answers = columns.has("QuickMessages") ? "QuickMessages" : "QuickAnswers";
  const parts: Partial<Record<MovingKind, KindQueries | false>> = {
    people: byId("Users", [col("name", "text"), col("email", "text")]),
    queues: columns.has("Queues") && byId("Queues", [col("name", "text"), col("color", "text")]),
    tags: columns.has("Tags") && byId("Tags", [col("name", "text"), col("tag", "text"), col("color", "text")]),
    quickAnswers:
      columns.has(answers) &&
      byId(answers, [col("shortcut", "text"), col("shortcode", "text"), col("message", "text"), col("userId", "text")]),
    contacts: byId(
      "Contacts",
      [
        col("name", "text"),
        col("number", "text"),
        col("email", "text"),
        col("isGroup", "boolean"),
        col("channel", "text"),
        col("createdAt", "timestamptz"),
        col("lid", "text"),
      ],
      columns.has("WhatsappLidMaps")
        ? `, ARRAY(SELECT l.lid::text FROM "WhatsappLidMaps" l WHERE l."contactId" = t.id) AS lids`
        : ", ARRAY[]::text[] AS lids",
    ),
    tagLinks: tagLinksOf(columns, own),
    tickets: byId(
      "Tickets",
      [
        col("status", "text"),
        col("contactId", "text"),
        col("queueId", "text"),
        col("userId", "text"),
        col("whatsappId", "text"),
        col("createdAt", "timestamptz"),
        col("updatedAt", "timestamptz"),
      ],
      columns.has("TicketTraking")
        ? `, (SELECT max(r."startedAt") FROM "TicketTraking" r WHERE r."ticketId" = t.id) AS "acceptedAt", (SELECT max(r."finishedAt") FROM "TicketTraking" r WHERE r."ticketId" = t.id) AS "closedAt"`
        : `, NULL::timestamptz AS "acceptedAt", NULL::timestamptz AS "closedAt"`,
    ),
    messages: messagesOf(columns, own, list),
    notes:
      columns.has("TicketNotes") &&
      byId("TicketNotes", [col("note", "text"), col("ticketId", "text"), col("userId", "text"), col("createdAt", "timestamptz")]),
    ratings:
      columns.has("UserRatings") &&
      byId("UserRatings", [col("rate", "int"), col("ticketId", "text"), col("userId", "text"), col("createdAt", "timestamptz")]),
  };
  const kinds = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== false)) as Queries["kinds"];
  return {
    connections: `SELECT t.id::text AS "sourceKey", ${columns.of("Whatsapps", "t", "name", "text")} AS name,
      (SELECT count(*)::int FROM "Tickets" k WHERE k."whatsappId" = t.id) AS tickets FROM "Whatsapps" t WHERE ${own("Whatsapps")} ORDER BY t.id`,
    kinds,
  };
}

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
      WHERE "contactId" >= coalesce(nullif(split_part($1::text, ':', 1), '')::numeric, -1) ORDER BY t."contactId", t."tagId"`,
    count: `SELECT count(*)::int AS rows, 0 AS characters FROM (${all}) t`,
  };
}

/** In the order of the tickets, so that a batch is about few of them; a place is a ticket, which is read again from its beginning. */
function messagesOf(columns: ForeignColumns, own: (table: string) => string, list: (typed: readonly Typed[]) => string): KindQueries {
  const typed: readonly Typed[] = [
    ["Messages", "ticketId", "text"],
    ["Messages", "quotedMsgId", "text"],
    ["Messages", "fromMe", "boolean"],
    ["Messages", "contactId", "text"],
    ["Messages", "participant", "text"],
    ["Messages", "queueId", "text"],
    ["Messages", "userId", "text"],
    ["Messages", "mediaType", "text"],
    ["Messages", "mediaUrl", "text"],
    ["Messages", "body", "text"],
    ["Messages", "ack", "int"],
    ["Messages", "isEdited", "boolean"],
    ["Messages", "isDeleted", "boolean"],
    ["Messages", "createdAt", "timestamptz"],
  ];
  const time = columns.has("Messages", "createdAt") ? `t."createdAt", ` : "";
  return {
    read: `SELECT coalesce(t."ticketId", 9223372036854775807)::text AS place, t.id::text AS id, ${list(typed)}, c.number AS "authorNumber"
      FROM "Messages" t LEFT JOIN "Contacts" c ON c.id = t."contactId" WHERE ${own("Messages")}
        AND coalesce(t."ticketId", 9223372036854775807) >= coalesce(nullif($1::text, '')::numeric, -1) ORDER BY t."ticketId", ${time}t.id`,
    count: `SELECT count(*)::int AS rows, coalesce(sum(char_length(t.body)), 0)::float8 AS characters FROM "Messages" t WHERE ${own("Messages")}`,
  };
}
