/**
 * The stored statuses of a ticket (TICKET-002). A group ticket is `group` while it is live and
 * `closed` afterwards, never anything else.
 */
export const TICKET_STATUSES = ["pending", "bot", "open", "paused", "closed", "group", "nps"] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** The statuses that clients request lists of (TICKET-003). */
export const LIST_STATUSES = ["open", "group", "pending", "closed", "closedGroup", "paused"] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

/** What sent the message that a ticket exists only to hold. */
export const TICKET_ORIGINS = ["campaign", "schedule", "program"] as const;
export type TicketOrigin = (typeof TICKET_ORIGINS)[number];

/** The buckets whose tickets are listed and counted: the list statuses, and the two that have no list in the inbox. */
export const LISTED_BUCKETS = [...LIST_STATUSES, "bot", "nps"] as const;

/** The first part of a list's key. Records of sent messages have buckets of their own, so that no list, count or range has them (D-268). */
export const TICKET_BUCKETS = [...LISTED_BUCKETS, "record", "recordGroup"] as const;
export type TicketBucket = (typeof TICKET_BUCKETS)[number];

/** What decides in which list a ticket is, besides its keys. */
interface Listed {
  readonly status: TicketStatus;
  readonly isGroup: boolean;
  /** Null or absent for a conversation. */
  readonly origin?: TicketOrigin | null;
}

/** The bucket of a ticket: its status, `closedGroup` for a closed group, or that of records. */
export function bucketOf({ status, isGroup, origin = null }: Listed): TicketBucket {
  if (status !== "closed") return status;
  if (origin !== null) return isGroup ? "recordGroup" : "record";
  return isGroup ? "closedGroup" : "closed";
}

/** The status and `isGroup` of the tickets of a bucket: for rules, a record is a closed ticket. */
export function statusOf(bucket: TicketBucket): { readonly status: TicketStatus; readonly isGroup: boolean } {
  if (bucket === "closedGroup" || bucket === "recordGroup") return { status: "closed", isGroup: true };
  return { status: bucket === "record" ? "closed" : bucket, isGroup: bucket === "group" };
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

/** The documented sentences about tickets, for the wire and the screens. */
export const TICKET_SENTENCES = {
  queueRequired: "Selecione uma fila válida",
  connectionRequired: "Selecione uma conexão válida",
  transferFields: "Preencha todos os campos para realizar a transferencia",
  pauseFields: "Preencha todos os campos para pausar esse atendimento",
  taken: "Este ticket já foi aceito por outro atendente.",
  refused: "Você não tem permissão para acessar esse ticket",
  hasProtocol: "Não é possível deletar esse ticket pois existe um protocolo vinculado a ele",
} as const;
