export const ADMINISTRATORS = ["admin", "super"];

/** A row of the scene with fields that only some people read: `sql` fills them from $1, the canary, and $2, the id. */
export interface Filling {
  readonly field: string;
  readonly sql: string;
}

const MESSAGE = `INSERT INTO message (ticket_id, chat, author, from_me, queue_id, type, sent_at, `;
export const OF_TICKET: readonly Filling[] = [
  { field: "ticket.last_message", sql: "UPDATE ticket SET last_message = $1 WHERE id = $2" },
  { field: "ticket.pause_tag", sql: "UPDATE ticket SET pause_tag = $1 WHERE id = $2" },
  { field: "ticket.ad_source", sql: "UPDATE ticket SET ad_source = jsonb_build_object('headline', $1::text) WHERE id = $2" },
  {
    field: "message.body",
    sql: `WITH t AS (SELECT * FROM ticket WHERE id = $2), m AS (${MESSAGE} body, transcription, error, contact_id)
            SELECT id, 'x', 'x', false, queue_id, 'conversation', now(), $1, $1, jsonb_build_object('text', $1::text), contact_id FROM t RETURNING id)
          UPDATE ticket SET last_inbound_id = m.id FROM m WHERE ticket.id = $2`,
  },
  { field: "comment.body", sql: `${MESSAGE} body) SELECT id, 'y', 'us', true, queue_id, 'comment', now(), $1 FROM ticket WHERE id = $2` },
  {
    field: "deleted message.body",
    sql: `${MESSAGE} body, is_deleted) SELECT id, 'z', 'x', false, queue_id, 'conversation', now(), $1, true FROM ticket WHERE id = $2`,
  },
  {
    field: "message.previous_body",
    sql: `WITH m AS (${MESSAGE} body, previous_body, is_edited)
            SELECT id, 'u', 'x', false, queue_id, 'conversation', now(), 'Bom dia', $1, true FROM ticket WHERE id = $2 RETURNING id)
          INSERT INTO message_edit (message_id, body, replaced_at) SELECT id, $1, now() FROM m`,
  },
  {
    field: "file.original_name",
    sql: `WITH f AS (INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind)
            VALUES (gen_random_uuid(), $1 || '/path', $1, 1, 'image/png', 'png', $1, 'message') RETURNING id)
          ${MESSAGE} body, file_id, media_state)
          SELECT t.id, 'f', 'x', false, queue_id, 'image', now(), '', f.id, 'ready' FROM ticket t, f WHERE t.id = $2`,
  },
  {
    field: "schedule.message",
    sql: `INSERT INTO schedule (message, recurrence, send_at, planned_at, all_contacts, contact_ids, ticket_id)
          SELECT $1, 'once', '2199-01-01', '2199-01-01', false, ARRAY[contact_id], id FROM ticket WHERE id = $2`,
  },
  { field: "protocol.message", sql: "UPDATE protocol SET message = $1 WHERE ticket_id = $2" },
];
/** A message of a time when the ticket was in a queue whose people may not open it now. */
export const OF_SUPPORT = `INSERT INTO message (ticket_id, chat, author, from_me, queue_id, type, sent_at, body)
  SELECT $2, 'w', 'x', false, id, 'conversation', now(), $1 FROM queue WHERE name = 'Suporte'`;
export const OF_CHAT: readonly Filling[] = [
  { field: "chat.last_message", sql: "UPDATE chat SET last_message = $1 WHERE id = $2" },
  { field: "chat.group_name", sql: "UPDATE chat SET is_group = true, calling_user_id = NULL, group_name = $1 WHERE id = $2" },
  {
    field: "chat_message.body",
    sql: `INSERT INTO chat_message (chat_id, sender_id, type, body, created_at) SELECT id, user_id, 'chat', $1, now() FROM chat WHERE id = $2`,
  },
];
export const OF_CHATTERS: Readonly<Record<string, readonly string[]>> = {
  own: ["user", ...ADMINISTRATORS],
  "colleague's": ["user of another queue", ...ADMINISTRATORS],
};
export const SESSION: Filling = { field: "auth_session.user_agent", sql: "UPDATE auth_session SET user_agent = $1 WHERE user_id = $2" };
export const OF_ACCOUNT: readonly Filling[] = [
  { field: "user_account.email", sql: "UPDATE user_account SET email = $1 || '@balcao.test' WHERE id = $2" },
];
export const OF_VIEW: Filling = { field: "saved_view.name", sql: "UPDATE saved_view SET name = $1 WHERE id = $2" };
export const VIEWERS: Readonly<Record<string, readonly string[]>> = {
  own: ["user"],
  "colleague's of the queue": ["user", "gerente", ...ADMINISTRATORS],
  "other queue's": ["user of another queue", ...ADMINISTRATORS],
};
/** What belongs to nobody and is shown to administrators or to nobody at all. */
export const OF_THE_HOUSE: readonly (Filling & { readonly readers: readonly string[] })[] = [
  ...["qrcode", "greeting_message", "transfer_message", "typebot_public_id", "waba_id", "number", "status_reason"].map((column) => ({
    field: `connection.${column}`,
    sql: `UPDATE connection SET ${column} = $1`,
    readers: ADMINISTRATORS,
  })),
  { field: "hook.address", sql: "UPDATE hook SET address = 'https://8.8.8.8/' || $1", readers: ADMINISTRATORS },
  {
    field: "audit_entry.description",
    sql: "INSERT INTO audit_entry (source, action, description) VALUES ('server', 'canary', $1)",
    readers: ADMINISTRATORS,
  },
  {
    field: "gateway_call.answer",
    sql: `INSERT INTO gateway_call (id, connection_id, kind, input, state, answer, user_id, expires_at)
          SELECT gen_random_uuid(), id, 'qr', jsonb_build_object('x', $1::text), 'answered', jsonb_build_object('x', $1::text), 1, now() + interval '1 hour' FROM connection`,
    readers: [],
  },
  {
    field: "push_delivery.payload",
    sql: `INSERT INTO push_delivery (user_id, subscription_id, payload, kind, due_at, expires_at)
          SELECT user_id, id, jsonb_build_object('body', $1::text), 'test', '2199-01-01', '2199-01-02' FROM push_subscription`,
    readers: [],
  },
  {
    field: "session_key.sealed",
    sql: "INSERT INTO session_key (connection_id, type, key_id, sealed) SELECT id, 'creds', '', $1 FROM connection",
    readers: [],
  },
];
