import { one, statement, type Sql } from "../sql/index.js";

/** How often the recipients of a run got something, counted from what was handed over. */
interface ProofRow {
  readonly recipients: number;
  readonly once: number;
  readonly twice: number;
  /** Hand-offs that were repeated as the same message, after an answer that did not come. */
  readonly repeated: number;
}

/** The query of the proof, as people read it: it counts the outbox, not the states of recipients. */
export const PROOF_QUERY = `WITH handed AS (
  SELECT lane, count(DISTINCT message_id) AS messages, sum(attempt) AS attempts
  FROM outbox
  WHERE send_run_id = $1 AND first_handed_at IS NOT NULL
  GROUP BY lane
)
SELECT (SELECT count(*) FROM send_recipient WHERE run_id = $1) AS recipients,
       count(*) FILTER (WHERE messages = 1) AS once,
       count(*) FILTER (WHERE messages > 1) AS twice,
       coalesce(sum(attempts - messages), 0) AS repeated
FROM handed`;

// A sum of bigints is a numeric, which arrives as a text.
const proof = statement<Omit<ProofRow, "repeated"> & { readonly repeated: string }>("send_run_proof", PROOF_QUERY);

/** Counts what was handed over for a run. */
export async function proveRun(sql: Sql, runId: number): Promise<ProofRow> {
  const row = await one(sql.run(proof, [runId]));
  return { ...row, repeated: Number(row.repeated) };
}
