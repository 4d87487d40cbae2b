/** The partitions of the audit by their names. */
const AUDIT_PARTITIONS = `(SELECT c.relname AS name FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid WHERE h.inhparent = 'audit_entry'::regclass)`;

/** Indexes that other ones make up for: what they are called, how PostgreSQL names those of a partition, their columns and rows. */
const RESTS = [
  ["place", "at_id_idx", "at, id", "action <> 'message.send'"],
  ["area_place", "split_part_at_id_idx", "split_part(action, '.', 1), at, id", "action <> 'message.send'"],
  ["user_place", "user_id_at_id_idx", "user_id, at, id", "split_part(action, '.', 1) <> 'message'"],
] as const;

function restOf([name, ending, columns, condition]: (typeof RESTS)[number]) {
  const body = `(${columns}) WHERE ${condition}`;
  const own = `p.name || '_${ending}'`;
  const index = `${AUDIT_PARTITIONS} p JOIN pg_index i ON i.indexrelid = to_regclass(format('public.%I', ${own}))`;
  return [
    // The name is that which PostgreSQL gives in a new partition, so that a restored audit is the same.
    {
      each: `SELECT format('ALTER INDEX public.%I RENAME TO %I', ${own}, ${own} || '_full') FROM ${index} WHERE i.indpred IS NULL`,
    },
    // What an interrupted build left is removed first.
    { each: `SELECT format('DROP INDEX CONCURRENTLY public.%I', ${own}) FROM ${index} WHERE NOT i.indisvalid` },
    {
      each: `SELECT format('CREATE INDEX CONCURRENTLY IF NOT EXISTS %I ON public.%I %s', ${own}, p.name, ${quoted(body)}) FROM ${AUDIT_PARTITIONS} p`,
    },
    // Takes the indexes of the partitions as its own.
    `CREATE INDEX IF NOT EXISTS audit_entry_${name}_rest ON audit_entry ${body}`,
    `DROP INDEX IF EXISTS audit_entry_${name}`,
  ];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Sent texts are most entries of the audit, and are in three indexes less. A page by time or area merges these indexes with that of
 * the actions, a page of a person with that of persons and areas.
 */
export const auditSends = { name: "0065-auditSends", steps: RESTS.flatMap(restOf) } as const;
