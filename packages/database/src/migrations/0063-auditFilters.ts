/** The partitions of the audit by their names. */
const AUDIT_PARTITIONS = `(SELECT c.relname AS name FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid WHERE h.inhparent = 'audit_entry'::regclass)`;

/** What the audit is filtered by, besides the person and the area: the columns before the place of an entry, and the rows that have them. */
const FILTERS = [
  ["action", "action", null],
  ["ip", "ip", "ip"],
  ["ticket", "ticket_id", "ticket_id"],
  ["contact", "contact_id", "contact_id"],
  ["subject", "subject_user_id", "subject_user_id"],
  ["connection", "connection_id", "connection_id"],
  ["queue", "queue_id", "queue_id"],
  ["related", "related_kind, related_id", "related_kind"],
] as const;

function indexOf([name, columns, present]: (typeof FILTERS)[number]) {
  const body = `(${columns}, at, id)${present === null ? "" : ` WHERE ${present} IS NOT NULL`}`;
  // The names that PostgreSQL gives them in a new partition, so that a restored audit is the same.
  const own = `p.name || '_${columns.replace(", ", "_")}_at_id_idx'`;
  return [
    // What an interrupted build left is removed first.
    {
      each: `SELECT format('DROP INDEX CONCURRENTLY public.%I', ${own}) FROM ${AUDIT_PARTITIONS} p
        JOIN pg_index i ON i.indexrelid = to_regclass(format('public.%I', ${own})) WHERE NOT i.indisvalid`,
    },
    { each: `SELECT format('CREATE INDEX CONCURRENTLY IF NOT EXISTS %I ON public.%I ${body}', ${own}, p.name) FROM ${AUDIT_PARTITIONS} p` },
    // Takes the indexes of the partitions as its own.
    `CREATE INDEX IF NOT EXISTS audit_entry_${name}_place ON audit_entry ${body}`,
  ];
}

/** Pages of the audit of one action, one address or one object that cost the same after years. */
export const auditFilters = { name: "0063-auditFilters", steps: FILTERS.flatMap(indexOf) } as const;
