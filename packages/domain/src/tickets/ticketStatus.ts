/**
 * The stored statuses of a ticket (TICKET-002). A group ticket is `group` while it is live and
 * `closed` afterwards, never anything else.
 */
export const TICKET_STATUSES = ["pending", "bot", "open", "paused", "closed", "group", "nps"] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** The statuses that clients request lists of (TICKET-003). */
export const LIST_STATUSES = ["open", "group", "pending", "closed", "closedGroup", "paused"] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

/**
 * The first part of a list's key: a list status, or one of the two statuses that have no list in
 * the inbox.
 */
export const TICKET_BUCKETS = [...LIST_STATUSES, "bot", "nps"] as const;
export type TicketBucket = (typeof TICKET_BUCKETS)[number];

/** The bucket of a ticket: its status, or `closedGroup` for a closed group. */
export function bucketOf(ticket: { readonly status: TicketStatus; readonly isGroup: boolean }): TicketBucket {
  return ticket.status === "closed" && ticket.isGroup ? "closedGroup" : ticket.status;
}

/** The status and `isGroup` of the tickets of a bucket: the inverse of `bucketOf`. */
export function statusOf(bucket: TicketBucket): { readonly status: TicketStatus; readonly isGroup: boolean } {
  if (bucket === "closedGroup") return { status: "closed", isGroup: true };
  return { status: bucket, isGroup: bucket === "group" };
}

/**
 * Whether agents may send into a ticket of this status: a live group counts as open (TICKET-022, D-075).
 */
export function acceptsMessages(status: TicketStatus): boolean {
  return status === "open" || status === "group";
}

/**
 * Whether a ticket of this status is the one live ticket of its contact on the connection (D-037).
 */
export function isLive(status: TicketStatus): boolean {
  return status !== "closed";
}
