import { createHmac, randomBytes } from "node:crypto";
import { toRequest } from "./httpConnection.mjs";
import { connectionName, webhookKey } from "./people.mjs";

const WAITING = `SELECT c.number, t.connection_id AS "connectionId", t.queue_id AS "queueId"
  FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE t.status = 'pending' AND t.queue_id IS NOT NULL ORDER BY t.queue_id, t.id`;

// A range and not only a prefix, so that the index of the ids is scanned and not the table.
const COUNT_STORED = `SELECT count(*)::int AS n FROM message
  WHERE connection_id = ANY($1) AND external_id >= $2 AND external_id < $2 || 'G' AND starts_with(external_id, $2)`;

/**
 * Makes webhooks of customers who wait in one of the ten queues, the queues in turn: `next()` returns the bytes of a signed
 * delivery and the key by which its message is recognised on a screen, `countStored()` how many messages of this run are in
 * conversations.
 */
export async function createWebhooks(client) {
  const { rows } = await client.query(WAITING);
  const queueIds = [...new Set(rows.map(({ queueId }) => queueId))];
  const byQueue = queueIds.map((id) => rows.filter(({ queueId }) => queueId === id));
  const run = `3EB0${randomBytes(4).toString("hex")}`.toUpperCase();
  let n = 0;
  return {
    next: () => {
      const key = n++;
      const queue = byQueue[key % byQueue.length];
      const { number, connectionId, queueId } = queue[Math.floor(Math.random() * queue.length)];
      const jid = `${number}@s.whatsapp.net`;
      const id = `${run}${key.toString(16).padStart(8, "0").toUpperCase()}`;
      const info = {
        Chat: jid,
        Sender: jid,
        IsFromMe: false,
        IsGroup: false,
        ID: id,
        Type: "text",
        PushName: "Cliente",
        Timestamp: new Date().toISOString(),
      };
      const body = JSON.stringify({
        type: "Message",
        event: { Info: info, Message: { conversation: `#${key}# Bom dia, gostaria de saber do meu pedido` } },
      });
      const signature = createHmac("sha256", webhookKey(connectionId)).update(body).digest("hex");
      const path = `/api/whatsapp/meow/webhook/${encodeURIComponent(connectionName(connectionId))}_token`;
      return { key, queueId, bytes: toRequest("POST", path, [`x-hmac-signature: ${signature}`], body) };
    },
    countStored: async () => {
      const stored = await client.query(COUNT_STORED, [[...new Set(rows.map(({ connectionId }) => connectionId))], run]);
      return stored.rows[0].n;
    },
  };
}
