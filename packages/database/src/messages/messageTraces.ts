import { first, statement, type Sql } from "../sql/index.js";

/** What happened to a message: ids, times and earlier texts that its view does not show. */
export interface MessageTraceRow {
  readonly externalId: string | null;
  readonly ackTimes: Readonly<Record<string, string>> | null;
  readonly deletedAt: Date | null;
  readonly deletedById: number | null;
  readonly deletedByName: string | null;
  readonly createdAt: Date;
  /** The source of the import that brought it; null for a message that was written here, and where nobody knows any more. */
  readonly importedFrom: string | null;
  /** The texts that edits replaced, oldest first. */
  readonly edits: readonly { readonly body: string; readonly replacedAt: string }[];
}

/** When a participant of a group received and read a message of ours. */
export interface ReceiptRow {
  readonly reader: string;
  readonly times: Readonly<Record<string, string>>;
  readonly contactId: number | null;
  readonly name: string | null;
}

const traceRow = statement<MessageTraceRow>(
  "message_trace",
  `SELECT m.external_id AS "externalId", m.ack_times AS "ackTimes", m.deleted_at AS "deletedAt", m.deleted_by_id AS "deletedById",
     u.name AS "deletedByName", m.created_at AS "createdAt",
     CASE WHEN m.imported IS NOT NULL THEN (SELECT s.name FROM moving_item i JOIN moving_source s ON s.id = i.source_id
       WHERE i.kind = 'tickets' AND i.id = m.ticket_id ORDER BY i.source_id LIMIT 1) END AS "importedFrom",
     coalesce((SELECT jsonb_agg(jsonb_build_object('body', e.body, 'replacedAt', e.replaced_at) ORDER BY e.replaced_at) FROM message_edit e WHERE e.message_id = m.id), '[]'::jsonb) AS edits
   FROM message m LEFT JOIN user_account u ON u.id = m.deleted_by_id WHERE m.id = $1`,
);
// Phones are the same on all connections, whose number is 0.
const receiptRows = statement<ReceiptRow>(
  "message_receipt_rows",
  `SELECT r.reader, r.times, c.id AS "contactId", c.name
   FROM message_receipt r JOIN message m ON m.id = r.message_id
   LEFT JOIN contact_address a ON a.kind = split_part(r.reader, ':', 1) AND a.value = split_part(r.reader, ':', 2)
     AND a.connection_id = CASE WHEN split_part(r.reader, ':', 1) = 'phone' THEN 0 ELSE m.connection_id END
   LEFT JOIN contact c ON c.id = a.contact_id
   WHERE r.message_id = $1 ORDER BY c.name NULLS LAST, r.reader`,
);

export const getMessageTrace = (sql: Sql, id: number): Promise<MessageTraceRow | null> => first(sql.run(traceRow, [id]));

/** Lists the receipts of a message in a group, by name. */
export const listMessageReceipts = (sql: Sql, id: number): Promise<ReceiptRow[]> => sql.run(receiptRows, [id]);
