import { first, one, statement, type Sql } from "../sql/index.js";
import { IS_EXPORTED } from "./erasures.js";

/** A person as the installation knows them, without their conversations. */
export interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly email: string;
  readonly origin: string | null;
  readonly createdAt: Date;
  readonly picturePath: string | null;
  readonly pictureSize: number | null;
  readonly pictureExtension: string | null;
  readonly addresses: readonly { readonly kind: string; readonly value: string }[];
  readonly extras: readonly { readonly name: string; readonly value: string }[];
  readonly tags: readonly string[];
  readonly optOut: { readonly at: string; readonly reason: string; readonly word: string } | null;
  readonly ratings: readonly { readonly rate: number; readonly at: string }[];
  readonly protocols: readonly { readonly number: string; readonly message: string; readonly at: string }[];
  readonly sends: readonly { readonly text: string; readonly state: string; readonly at: string | null }[];
  readonly decisions: number;
}

const person = statement<PersonRow>(
  "person_read",
  `SELECT c.id, c.name, c.number, c.email, c.origin, c.created_at AS "createdAt",
     f.path AS "picturePath", f.size AS "pictureSize", f.extension AS "pictureExtension",
     (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value) ORDER BY kind, value), '[]') FROM contact_address WHERE contact_id = c.id) AS addresses,
     (SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'value', value) ORDER BY id), '[]') FROM contact_extra WHERE contact_id = c.id) AS extras,
     ARRAY(SELECT t.name FROM contact_tag k JOIN tag t ON t.id = k.tag_id WHERE k.contact_id = c.id ORDER BY t.name) AS tags,
     (SELECT jsonb_build_object('at', at, 'reason', reason, 'word', word) FROM contact_opt_out WHERE contact_id = c.id) AS "optOut",
     (SELECT coalesce(jsonb_agg(jsonb_build_object('rate', rate, 'at', rated_at) ORDER BY id), '[]') FROM rating WHERE contact_id = c.id AND rate IS NOT NULL) AS ratings,
     (SELECT coalesce(jsonb_agg(jsonb_build_object('number', p.number, 'message', p.message, 'at', p.created_at) ORDER BY p.id), '[]')
      FROM protocol p JOIN ticket t ON t.id = p.ticket_id WHERE t.contact_id = c.id) AS protocols,
     (SELECT coalesce(jsonb_agg(jsonb_build_object('text', r.message, 'state', s.state, 'at', s.handed_at) ORDER BY s.run_id), '[]')
      FROM send_recipient s JOIN send_run r ON r.id = s.run_id WHERE s.contact_id = c.id) AS sends,
     (SELECT count(*)::int FROM ticket_decision d JOIN ticket t ON t.id = d.ticket_id WHERE t.contact_id = c.id) AS decisions
   FROM contact c LEFT JOIN file f ON f.id = c.picture_file_id WHERE c.id = $1 AND NOT c.is_group`,
);

/** A message of a person's conversation, or of a group in which the person wrote it. */
export interface PersonMessageRow {
  readonly id: number;
  readonly ticketId: number;
  readonly inGroup: boolean;
  readonly connection: string | null;
  readonly fromMe: boolean;
  readonly type: string;
  readonly body: string;
  readonly previousBody: string | null;
  readonly transcription: string | null;
  readonly isDeleted: boolean;
  readonly sentAt: Date;
  readonly author: string | null;
  readonly filePath: string | null;
  readonly fileName: string | null;
  readonly fileExtension: string | null;
  readonly fileSize: number | null;
}

// Conversation by conversation, so that a page is a range of an index.
const tickets = statement<{ id: number }>(
  "person_tickets",
  `SELECT id FROM (SELECT id FROM ticket WHERE contact_id = $1 UNION SELECT ticket_id FROM message WHERE contact_id = $1) t WHERE id > $2 ORDER BY id LIMIT 1`,
);
const messages = statement<PersonMessageRow>(
  "person_messages",
  `SELECT m.id, m.ticket_id AS "ticketId", t.contact_id <> $1 AS "inGroup", w.name AS connection, m.from_me AS "fromMe", m.type, m.body,
     m.previous_body AS "previousBody", m.transcription, m.is_deleted AS "isDeleted", m.sent_at AS "sentAt",
     CASE WHEN m.from_me THEN u.name ELSE c.name END AS author,
     f.path AS "filePath", f.original_name AS "fileName", f.extension AS "fileExtension", f.size AS "fileSize"
   FROM message m JOIN ticket t ON t.id = m.ticket_id LEFT JOIN connection w ON w.id = m.connection_id LEFT JOIN user_account u ON u.id = m.user_id
     LEFT JOIN contact c ON c.id = m.contact_id LEFT JOIN file f ON f.id = m.file_id
   WHERE m.ticket_id = $2 AND (m.sent_at, m.id) > ($3, $4) AND (t.contact_id = $1 OR m.contact_id = $1)
   ORDER BY m.sent_at, m.id LIMIT $5`,
);

const begin = statement<{ id: number }>(
  "person_export_begin",
  `INSERT INTO person_export (contact_id, user_id) SELECT $1, $2
   WHERE NOT EXISTS (SELECT FROM person_export WHERE user_id = $2 AND ${IS_EXPORTED}) RETURNING id`,
);
const touch = statement("person_export_touch", `UPDATE person_export SET seen_at = now() WHERE id = $1`);
const end = statement("person_export_end", `DELETE FROM person_export WHERE id = $1 OR seen_at < now() - interval '1 day'`);
const anyRunning = statement<{ any: boolean }>(
  "person_export_any",
  `SELECT EXISTS (SELECT FROM person_export WHERE ${IS_EXPORTED}) OR EXISTS (SELECT FROM report WHERE is_running AND ${IS_EXPORTED}) AS any`,
);

export const getPerson = (sql: Sql, contactId: number): Promise<PersonRow | null> => first(sql.run(person, [contactId]));

/** The next conversation in which the person is, by id; null after the last one. */
export const nextPersonTicket = async (sql: Sql, contactId: number, afterId: number): Promise<number | null> =>
  (await first(sql.run(tickets, [contactId, afterId])))?.id ?? null;

interface PersonPage {
  readonly contactId: number;
  readonly ticketId: number;
  readonly after: { readonly at: Date | string; readonly id: number };
  readonly limit: number;
}

/** The next messages of a conversation, oldest first; of a group those of the person alone. */
export const listPersonMessages = (sql: Sql, { contactId, ticketId, after, limit }: PersonPage): Promise<PersonMessageRow[]> =>
  sql.run(messages, [contactId, ticketId, after.at, after.id, limit]);

/** Notes that an export is being read; null when the person who asks already reads one. */
export const beginPersonExport = async (tx: Sql, contactId: number, userId: number): Promise<number | null> =>
  (await first(tx.run(begin, [contactId, userId])))?.id ?? null;

export async function touchPersonExport(sql: Sql, id: number): Promise<void> {
  await sql.run(touch, [id]);
}

export async function endPersonExport(sql: Sql, id: number): Promise<void> {
  await sql.run(end, [id]);
}

/** Whether an export of a person's data or a report is being made. */
export const isAnythingRead = async (sql: Sql): Promise<boolean> => (await one(sql.run(anyRunning))).any;
