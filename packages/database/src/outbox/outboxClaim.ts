import { statement, type Sql } from "../sql/index.js";

/** A claimed message, with everything that its hand-off needs. */
export interface ClaimedSend {
  readonly id: string;
  readonly connectionId: number;
  readonly messageId: number;
  readonly ticketId: number;
  readonly externalId: string | null;
  readonly peer: unknown;
  readonly attempt: number;
  /** An earlier attempt may have been sent. */
  readonly doubted: boolean;
  /** How long ago it was handed over first, in milliseconds of the database's clock. */
  readonly firstHandedMsAgo: number;
  readonly heavy: boolean;
  readonly type: string;
  readonly body: string;
  readonly media: unknown;
  readonly details: unknown;
  readonly isForwarded: boolean;
  readonly filePath: string | null;
  readonly fileMime: string | null;
  readonly fileName: string | null;
  readonly fileSize: number | null;
  readonly fileSeconds: number | null;
  readonly quotedExternalId: string | null;
  readonly quotedFromMe: boolean | null;
  readonly quotedAuthor: string | null;
  readonly quotedType: string | null;
  readonly quotedBody: string | null;
}

// One in flight per conversation, in order: a row is taken only if no earlier one of its lane is
// queued or handed, a voice note only when it is converted, and only by the holder of the
// connection's lease. Heavy rows (uploads of files) have a separate limit, so that one video does not
// block all conversations of the number. The order of the index and the limit in `due` make it one
// look per connection; while no heavy row may be taken, those of many conversations do not fill the 64
// that are looked at. An EXISTS may become a join that reads every queued row. Rows are locked in a
// subquery of their own and found by an array, so that no plan reads the whole table. A first answer
// goes alone and some time after the one before, which is different for each; one that a person's
// message waits behind goes at once. Nothing waits behind one that is held (D-651).
const claimRows = statement<ClaimedSend>(
  "outbox_claim",
  `WITH due AS MATERIALIZED (
     SELECT asked.*, $6::boolean AND NOT EXISTS (SELECT 1 FROM send_pacing p WHERE p.connection_id = asked.connection_id AND p.stopped_at IS NOT NULL) AS may_go,
       NOT EXISTS (SELECT FROM outbox f WHERE f.connection_id = asked.connection_id AND f.first_answer AND f.first_handed_at > statement_timestamp() - $7::int * interval '1.3 milliseconds'
         AND f.first_handed_at > statement_timestamp() - $7::int * (0.7 + abs(hashtext(f.id::text) % 100) * 0.006) * interval '1 millisecond') AS may_greet
     FROM unnest($1::int[], $2::bigint[], $3::int[], $4::int[]) AS asked(connection_id, epoch, free, free_heavy), LATERAL (
       SELECT FROM outbox o WHERE o.connection_id = asked.connection_id AND o.state = 'queued' AND o.not_before <= clock_timestamp() ORDER BY o.lane_seq LIMIT 1) AS present
   ), chosen AS (
     SELECT taken.id FROM due, LATERAL (
       SELECT locked.id FROM (SELECT c.id FROM (
         SELECT id, heavy, lane_seq, is_first, row_number() OVER (PARTITION BY heavy ORDER BY lane_seq) AS place, row_number() OVER (PARTITION BY is_first ORDER BY lane_seq) AS turn
         FROM outbox mine, LATERAL (SELECT $7::int > 0 AND mine.first_answer AND mine.attempt = 0 AND NOT EXISTS (
           SELECT FROM outbox later WHERE later.lane = mine.lane AND later.lane_seq > mine.lane_seq AND later.state = 'queued' AND later.origin = 'agent') AS is_first) AS pace
         WHERE connection_id = due.connection_id AND state = 'queued' AND not_before <= clock_timestamp()
           AND (NOT heavy OR due.free_heavy > 0) AND (send_run_id IS NULL OR due.may_go) AND (due.may_greet OR NOT is_first)
           AND NOT EXISTS (SELECT 1 FROM outbox earlier WHERE earlier.lane = mine.lane AND earlier.lane_seq < mine.lane_seq AND earlier.state IN ('queued', 'handed')
             AND NOT (earlier.state = 'queued' AND (earlier.send_run_id IS NOT NULL AND NOT due.may_go OR earlier.not_before = 'infinity')))
           AND NOT (heavy AND EXISTS (SELECT 1 FROM media_job job WHERE job.message_id = mine.message_id AND job.kind <> 'measureVoice'))
           AND EXISTS (SELECT 1 FROM session_lease l WHERE l.connection_id = due.connection_id AND l.owner = $5::uuid AND l.epoch = due.epoch AND l.expires_at > clock_timestamp())
         ORDER BY lane_seq LIMIT 64
       ) AS c WHERE (NOT c.heavy OR c.place <= due.free_heavy) AND (NOT c.is_first OR c.turn = 1) ORDER BY c.lane_seq) AS candidate,
       LATERAL (SELECT o.id FROM outbox o WHERE o.id = candidate.id AND o.state = 'queued' FOR UPDATE SKIP LOCKED) AS locked LIMIT due.free
     ) AS taken
   ), claimed AS (
     UPDATE outbox o SET state = 'handed', attempt = attempt + 1, handed_at = clock_timestamp(), first_handed_at = coalesce(first_handed_at, clock_timestamp()),
       holder = $5, epoch = asked.epoch
     FROM unnest($1::int[], $2::bigint[]) AS asked(connection_id, epoch)
     WHERE o.id = ANY(ARRAY(SELECT id FROM chosen)) AND o.state = 'queued' AND asked.connection_id = o.connection_id
     RETURNING o.id, o.connection_id, message_id, external_id, peer, attempt, doubted, first_handed_at, heavy, lane_seq
   )
   SELECT claimed.id, claimed.connection_id AS "connectionId", claimed.message_id AS "messageId", m.ticket_id AS "ticketId", claimed.external_id AS "externalId",
     claimed.peer, claimed.attempt, claimed.doubted,
     (extract(epoch FROM clock_timestamp() - claimed.first_handed_at) * 1000)::float8 AS "firstHandedMsAgo", claimed.heavy, m.type, m.body, m.media, m.details, m.is_forwarded AS "isForwarded",
     f.path AS "filePath", f.mime AS "fileMime", f.original_name AS "fileName", f.size AS "fileSize", f.seconds AS "fileSeconds",
     q.external_id AS "quotedExternalId", q.from_me AS "quotedFromMe", q.author AS "quotedAuthor", q.type AS "quotedType", q.body AS "quotedBody"
   FROM claimed JOIN message m ON m.id = claimed.message_id LEFT JOIN file f ON f.id = m.file_id LEFT JOIN message q ON q.id = m.quoted_id
   ORDER BY claimed.lane_seq`,
);

/** What the holder of a connection's lease may take now. */
export interface ClaimLimits {
  readonly connectionId: number;
  readonly epoch: number;
  readonly free: number;
  readonly freeHeavy: number;
}

/** How fast messages may go out now. */
export interface ClaimPace {
  /** Whether mass and scheduled messages may go out. */
  readonly paced: boolean;
  /** How far apart answers to people who write for the first time go out on average; 0 for no pause. */
  readonly firstPauseMs: number;
}

/**
 * Claims due messages of connections of one holder and marks them handed before any of them is sent, in one
 * statement and commit for all of them.
 */
export async function claimSends(
  sql: Sql,
  holder: string,
  limits: readonly ClaimLimits[],
  { paced, firstPauseMs }: ClaimPace,
): Promise<readonly ClaimedSend[]> {
  if (limits.length === 0) return [];
  const column = <K extends keyof ClaimLimits>(key: K) => limits.map((each) => each[key]);
  return sql.run(claimRows, [column("connectionId"), column("epoch"), column("free"), column("freeHeavy"), holder, paced, firstPauseMs]);
}
