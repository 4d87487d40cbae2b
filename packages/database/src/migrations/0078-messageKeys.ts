/**
 * The key that the author's browser gave a message, as long as the message lives: a text whose answer was lost may be sent again days
 * later. The row of `idempotency`, which knew it before, is deleted after a day, and `outbox.client_key` with its send. Of chat messages
 * that were sent twice the first one keeps the key.
 */
export const messageKeys = {
  name: "0078-messageKeys",
  steps: [
    `ALTER TABLE message ADD COLUMN IF NOT EXISTS client_key text`,
    `DROP INDEX CONCURRENTLY IF EXISTS message_client_key_uq`,
    `CREATE UNIQUE INDEX CONCURRENTLY message_client_key_uq ON message (user_id, client_key) WHERE client_key IS NOT NULL`,
    `UPDATE chat_message m SET client_key = NULL
     WHERE client_key IS NOT NULL AND EXISTS (SELECT FROM chat_message o WHERE o.sender_id = m.sender_id AND o.client_key = m.client_key AND o.id < m.id)`,
    `DROP INDEX CONCURRENTLY IF EXISTS chat_message_client_key_uq`,
    `CREATE UNIQUE INDEX CONCURRENTLY chat_message_client_key_uq ON chat_message (sender_id, client_key) WHERE client_key IS NOT NULL`,
  ],
} as const;
