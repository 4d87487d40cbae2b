import { BEFORE_ALL, type ForeignColumns, type KindQueries, type Queries } from "./foreignSource.js";

/**
 * What is asked of the tables. Their names and columns are those of the schema that chatwoot/chatwoot publishes (db/schema.rb). Its numbers
 * of kinds: a message is incoming 0, outgoing 1, an activity 2 or a template 3; a file is an image 0, audio 1, a video 2, a file 3, a place
 * 4, and above that something that has only a title.
 */
export function queriesOf(columns: ForeignColumns, account: string, inboxes: readonly string[]): Queries {
  const scope: Scope = { columns, own: `t.account_id = ${account}`, account, inboxes: inboxes.join(", ") };
  const own = scope.own;
  return {
    connections: `SELECT t.id::text AS "sourceKey", t.name::text AS name, (SELECT count(*)::int FROM conversations k WHERE k.inbox_id = t.id) AS tickets
      FROM inboxes t WHERE t.id IN (${scope.inboxes}) ORDER BY t.id`,
    kinds: {
      people: byId(
        "users",
        "t.name::text, t.email::text",
        `EXISTS (SELECT FROM account_users a WHERE a.user_id = t.id AND a.account_id = ${account})`,
      ),
      ...(columns.has("teams") && { queues: byId("teams", "t.name::text", own) }),
      ...(columns.has("labels") && { tags: byId("labels", "t.title::text AS name, t.color::text", own) }),
      ...(columns.has("canned_responses") && { quickAnswers: byId("canned_responses", "t.short_code::text, t.content::text", own) }),
      contacts: contactsOf(scope),
      ...(columns.has("labels") && columns.has("taggings") && { tagLinks: tagLinksOf(scope) }),
      tickets: ticketsOf(scope),
      messages: messagesOf(scope),
      notes: byId(
        "messages",
        `t.conversation_id::text, ${SENDER}, coalesce(t.content, '') AS content, t.created_at::timestamptz`,
        `${own} AND t.inbox_id IN (${scope.inboxes}) AND t.private AND t.message_type <> 2`,
      ),
      ...(columns.has("csat_survey_responses") && { ratings: ratingsOf(scope) }),
      ...(columns.has("active_storage_blobs") && { files: filesOf(scope) }),
    },
  };
}

interface Scope {
  readonly columns: ForeignColumns;
  /** What is of the account. */
  readonly own: string;
  readonly account: string;
  /** The ids of the inboxes that come. */
  readonly inboxes: string;
}

/** Ids are numbers; the order is by their value. */
const byId = (table: string, what: string, where: string): KindQueries => ({
  read: `SELECT t.id::text AS place, t.id::text AS id, ${what} FROM ${table} t
    WHERE ${where} AND t.id > coalesce(nullif($1::text, '')::numeric, ${BEFORE_ALL}) ORDER BY t.id`,
  count: `SELECT count(*)::int AS rows, 0 AS characters FROM ${table} t WHERE ${where}`,
});

const SENDER = `CASE WHEN t.sender_type = 'User' THEN t.sender_id::text END AS "personId"`;

/** A contact without a number may have it in the address of an inbox of WhatsApp. */
const contactsOf = ({ columns, own }: Scope): KindQueries =>
  byId(
    "contacts",
    `t.name::text, t.email::text, t.phone_number::text, ${columns.of("contacts", "t", "identifier", "text")} AS identifier, t.created_at::timestamptz,
     (SELECT x.source_id::text FROM contact_inboxes x JOIN inboxes i ON i.id = x.inbox_id AND i.channel_type IN ('Channel::Whatsapp', 'Channel::TwilioSms')
      WHERE x.contact_id = t.id ORDER BY x.id LIMIT 1) AS address`,
    own,
  );

const ticketsOf = ({ columns, own, inboxes }: Scope): KindQueries => {
  const text = (column: string) => `${columns.of("conversations", "t", column, "text")} AS ${column}`;
  const time = (column: string) => `${columns.of("conversations", "t", column, "timestamptz")} AS ${column}`;
  return byId(
    "conversations",
    [
      ...[text("contact_id"), text("assignee_id"), text("team_id"), text("inbox_id"), "t.status::int"],
      ...[time("created_at"), time("updated_at"), time("last_activity_at"), time("first_reply_created_at")],
    ].join(", "),
    `${own} AND t.inbox_id IN (${inboxes})`,
  );
};

/** Tags are of contacts here: those of a conversation go to its contact. */
function tagLinksOf({ account, inboxes }: Scope): KindQueries {
  const all = `SELECT DISTINCT coalesce(u.contact_id, 0) AS contact, l.id AS tag FROM (
      SELECT g.tag_id, c.id AS contact_id FROM taggings g JOIN contacts c ON c.id = g.taggable_id AND c.account_id = ${account}
        WHERE g.taggable_type = 'Contact' AND g.context = 'labels'
      UNION ALL SELECT g.tag_id, k.contact_id FROM taggings g JOIN conversations k ON k.id = g.taggable_id AND k.account_id = ${account} AND k.inbox_id IN (${inboxes})
        WHERE g.taggable_type = 'Conversation' AND g.context = 'labels') u
    JOIN tags n ON n.id = u.tag_id JOIN labels l ON l.title = n.name AND l.account_id = ${account}`;
  return {
    read: `SELECT contact || ':' || tag AS place, contact::text, tag::text FROM (${all}) t
      WHERE contact >= coalesce(nullif(split_part($1::text, ':', 1), '')::numeric, ${BEFORE_ALL}) ORDER BY t.contact, t.tag`,
    count: `SELECT count(*)::int AS rows, 0 AS characters FROM (${all}) t`,
  };
}

/** Ratings of conversations that come, and of those that are gone. */
const ratingsOf = ({ own, inboxes }: Scope): KindQueries =>
  byId(
    "csat_survey_responses",
    "t.conversation_id::text, t.assigned_agent_id::text, t.rating::int, t.created_at::timestamptz",
    `${own} AND NOT EXISTS (SELECT FROM conversations k WHERE k.id = t.conversation_id AND k.inbox_id NOT IN (${inboxes}))`,
  );

/** A message for each of its files, the first with its text; one without files once. */
const partsOf = ({ columns, own, inboxes }: Scope): string => {
  const file = columns.has("active_storage_blobs")
    ? `LEFT JOIN LATERAL (SELECT b.key, b.filename, b.content_type FROM active_storage_attachments s JOIN active_storage_blobs b ON b.id = s.blob_id
         WHERE s.record_type = 'Attachment' AND s.record_id = a.id ORDER BY s.id LIMIT 1) b ON true`
    : "CROSS JOIN (SELECT NULL::text AS key, NULL::text AS filename, NULL::text AS content_type) b";
  return `SELECT t.id, coalesce(t.conversation_id, 9223372036854775807) AS place, t.conversation_id, t.message_type, t.status, t.source_id,
      t.content_attributes::text AS attributes, t.sender_type, t.sender_id, t.created_at, f.attachment_id, f.file_type, f.key, f.filename, f.content_type, coalesce(f.nth, 1) AS nth,
      CASE WHEN coalesce(f.nth, 1) = 1 AND t.content <> '' THEN t.content
        WHEN f.file_type = 4 THEN 'https://www.google.com/maps?q=' || f.lat || ',' || f.long WHEN f.file_type > 4 THEN coalesce(f.title, '') ELSE '' END AS body
    FROM messages t LEFT JOIN LATERAL (
      SELECT a.id AS attachment_id, coalesce(a.file_type, 3) AS file_type, a.fallback_title AS title, coalesce(a.coordinates_lat, 0) AS lat, coalesce(a.coordinates_long, 0) AS long,
        b.key::text, b.filename::text, b.content_type::text, row_number() OVER (ORDER BY a.id) AS nth
      FROM attachments a ${file} WHERE a.message_id = t.id) f ON true
    WHERE ${own} AND t.inbox_id IN (${inboxes}) AND NOT coalesce(t.private, false) AND t.message_type IN (0, 1, 3)`;
};

/** In the order of the conversations, so that a batch is about few of them; a place is one, which is read again from its beginning. */
const messagesOf = (scope: Scope): KindQueries => ({
  read: `SELECT t.place::text, t.id::text, t.conversation_id::text, t.attachment_id::text, t.nth::int, t.message_type::int, t.status::int, t.source_id::text, t.attributes,
      CASE WHEN t.sender_type = 'User' THEN t.sender_id::text END AS "personId", CASE WHEN t.sender_type = 'Contact' THEN t.sender_id::text END AS "contactId",
      t.file_type::int, t.filename, t.content_type, t.body, t.created_at::timestamptz
    FROM (${partsOf(scope)}) t WHERE t.place >= coalesce(nullif($1::text, '')::numeric, ${BEFORE_ALL}) ORDER BY t.place, t.created_at, t.id, t.nth`,
  count: `SELECT count(*)::int AS rows, coalesce(sum(char_length(t.body)), 0)::float8 AS characters FROM (${partsOf(scope)}) t`,
});

const filesOf = (scope: Scope): KindQueries => {
  const where = "t.key IS NOT NULL AND t.file_type BETWEEN 0 AND 3";
  return {
    read: `SELECT t.place::text, t.id::text, t.attachment_id::text, t.nth::int, t.key, t.filename
      FROM (${partsOf(scope)}) t WHERE ${where} AND t.place >= coalesce(nullif($1::text, '')::numeric, ${BEFORE_ALL}) ORDER BY t.place, t.id, t.nth`,
    count: `SELECT count(*)::int AS rows, 0 AS characters FROM (${partsOf(scope)}) t WHERE ${where}`,
  };
};
