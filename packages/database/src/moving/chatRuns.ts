import { one, statement, type Sql } from "../sql/index.js";

/** A run of an exported chat that has not been undone. */
export interface ChatRun {
  readonly id: number;
  readonly sourceId: number;
  /** The name of its source: `chat:connection:digits`. */
  readonly source: string;
  /** The contact's name; null where the contact is gone. */
  readonly contact: string | null;
  /** The rows of all kinds that it has made, and the messages among them. */
  readonly made: number;
  readonly messages: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

const MOST = 200;
const listRuns = statement<ChatRun>(
  "moving_chat_runs",
  `SELECT r.id, r.source_id AS "sourceId", s.name AS source,
     (SELECT c.name FROM moving_item i JOIN contact c ON c.id = i.id WHERE i.source_id = s.id AND i.kind = 'contacts' ORDER BY i.key LIMIT 1) AS contact,
     (SELECT coalesce(sum((k.value ->> 'made')::int), 0)::int FROM jsonb_each(r.counts) k) AS made,
     coalesce((r.counts -> 'messages' ->> 'made')::int, 0) AS messages, r.started_at AS "startedAt", r.ended_at AS "endedAt"
   FROM moving_run r JOIN moving_source s ON s.id = r.source_id
   WHERE r.state <> 'undone' AND starts_with(s.name, 'chat:') ORDER BY r.id DESC LIMIT ${MOST}`,
);

/** The last runs of exported chats that have not been undone, the newest first. */
export const listChatRuns = (sql: Sql): Promise<ChatRun[]> => sql.run(listRuns);

const countPresent = statement<{ n: number }>(
  "moving_messages_present",
  `SELECT count(*)::int AS n FROM message WHERE id = ANY ($1::bigint[])`,
);
/** How many of these messages have not been deleted since. */
export const countPresentMessages = async (sql: Sql, ids: readonly number[]): Promise<number> =>
  ids.length === 0 ? 0 : (await one(sql.run(countPresent, [ids]))).n;
