import { redoPayloadOf } from "@balcao/database/intake";
import { listUnreadContents } from "@balcao/database/messages";
import type { Database } from "@balcao/database/sql";
import { createSealer, type Secrets } from "@balcao/platform/secrets";

/** The context under which a content that could not be read is sealed. */
export const unreadContentContext = (messageId: number): string => `unread_content:${messageId}`;

/**
 * Queues every content that could not be read to be applied again, in its conversation and by a worker (D-276): after an update it may
 * be readable. Returns how many. What another secret sealed is left as it is.
 */
export async function readContentsAgain(database: Database, secrets: Pick<Secrets, "sessionEncryptionKey">): Promise<number> {
  const sealer = createSealer(secrets.sessionEncryptionKey);
  let queued = 0;
  for (let after = 0; ;) {
    const rows = await listUnreadContents(database.sql, after);
    const last = rows.at(-1);
    if (last === undefined) return queued;
    for (const { payloadSealed, ...row } of rows.filter((each) => sealer.keyIds.some((id) => each.payloadSealed.startsWith(`${id}.`)))) {
      await redoPayloadOf(database.sql, { ...row, payload: sealer.open(payloadSealed, unreadContentContext(row.messageId)) });
      queued += 1;
    }
    after = last.messageId;
  }
}
