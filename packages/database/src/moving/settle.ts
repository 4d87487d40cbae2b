import type { MovingKind } from "@balcao/domain/moving";
import { statement, type Sql, type Statement } from "../sql/index.js";

// A table that is being vacuumed or migrated is left out, because this would wait for it.
const count = (kind: MovingKind, tables: string): readonly [MovingKind, Statement<unknown>] => [
  kind,
  statement(`moving_settle_${kind}`, `ANALYZE (SKIP_LOCKED) ${tables}, moving_item`),
];
const counting: ReadonlyMap<MovingKind, Statement<unknown>> = new Map([
  count("contacts", "contact, contact_address"),
  count("tagLinks", "contact_tag"),
  count("tickets", "ticket"),
  count("messages", "message"),
  count("notes", "message"),
  count("ratings", "rating"),
]);

/**
 * Counts the values of the tables of a kind anew for the planner, outside of a transaction, as the database does by itself later: the plans of
 * an empty installation read whole tables, those of the inbox beside the import as well.
 */
export async function settleMoved(sql: Sql, kind: MovingKind): Promise<void> {
  const found = counting.get(kind);
  if (found !== undefined) await sql.run(found);
}
