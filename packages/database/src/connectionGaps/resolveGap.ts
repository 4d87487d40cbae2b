import { statement, type Sql } from "../sql/index.js";

// A gap that is resolved already keeps its first time and person.
const resolveRow = statement<{ id: number }>(
  "gap_resolve",
  `UPDATE connection_gap SET resolved_at = now(), resolved_by = $3
   WHERE connection_id = $1 AND id = $2 AND until_at IS NOT NULL AND resolved_at IS NULL RETURNING id`,
);
const findEnded = statement<{ id: number }>(
  "gap_ended",
  `SELECT id FROM connection_gap WHERE connection_id = $1 AND id = $2 AND until_at IS NOT NULL`,
);

/**
 * Marks an ended gap as resolved by a person. Returns `resolved`, `known` if it was resolved
 * already, or null if the connection has no such gap or it still lasts.
 */
export async function resolveGap(
  tx: Sql,
  { connectionId, gapId, userId }: { readonly connectionId: number; readonly gapId: number; readonly userId: number },
): Promise<"resolved" | "known" | null> {
  if ((await tx.run(resolveRow, [connectionId, gapId, userId])).length > 0) return "resolved";
  return (await tx.run(findEnded, [connectionId, gapId])).length > 0 ? "known" : null;
}
