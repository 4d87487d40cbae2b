/** From which system a conversation came, for the facts of its messages (D-671). */
export const movedTickets = {
  name: "0143-movedTickets",
  steps: [
    "DROP INDEX CONCURRENTLY IF EXISTS moving_item_ticket",
    "CREATE INDEX CONCURRENTLY moving_item_ticket ON moving_item (id) WHERE kind = 'tickets'",
  ],
} as const;
