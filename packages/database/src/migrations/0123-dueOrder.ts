/** The order of lists by what is due first; it has only conversations with a target (D-510). */
export const dueOrder = {
  name: "0123-dueOrder",
  steps: [
    "DROP INDEX CONCURRENTLY IF EXISTS ticket_due",
    "CREATE INDEX CONCURRENTLY ticket_due ON ticket (due_at, id) WHERE due_at IS NOT NULL",
  ],
} as const;
