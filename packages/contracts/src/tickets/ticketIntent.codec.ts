import type { TicketIntents, TicketState, WhyClosed } from "@balcao/domain/tickets";

/** The intents that the wire can express through PUT /tickets/{id}. */
type WireIntentName = "accept" | "returnToWaiting" | "pause" | "snooze" | "resume" | "resolve" | "close" | "reopen" | "transfer";
export type WireIntent = { [I in WireIntentName]: { readonly intent: I; readonly input: TicketIntents[I] } }[WireIntentName];

/** The body of PUT /tickets/{id}. */
export interface TicketPatch {
  readonly status?: string | undefined;
  readonly userId?: number | null | undefined;
  readonly queueId?: number | null | undefined;
  readonly whatsappId?: number | undefined;
  readonly pauseTag?: string | undefined;
  /** Added: the instant at which the pause ends, or `message`: when the customer writes. */
  readonly snoozeUntil?: string | undefined;
  readonly onlyClose?: boolean | undefined;
  /** Added, beside `status: "closed"`: a reason of the company's list, and a note for colleagues (D-501). */
  readonly reasonId?: number | undefined;
  readonly closingNote?: string | undefined;
}

/** In place of a time: a snooze that only the customer's message ends. */
export const UNTIL_MESSAGE = "message";

/** Whether connection and contact want a rating when a ticket is resolved. */
export interface RatingContext {
  readonly askRating: boolean;
}

const encodeSnooze = ({ wakesAt, ...tag }: TicketIntents["snooze"]): TicketPatch => ({
  status: "paused",
  snoozeUntil: wakesAt?.toISOString() ?? UNTIL_MESSAGE,
  ...tag,
});

const encodeTransfer = ({ userId, queueId, connectionId }: TicketIntents["transfer"]): TicketPatch => ({
  status: userId === undefined ? "pending" : "open",
  userId: userId ?? null,
  queueId,
  whatsappId: connectionId,
});

/** The patch that expresses an intent. */
export function encodeIntent({ intent, input }: WireIntent): TicketPatch {
  switch (intent) {
    case "accept":
      return { status: "open", userId: input.userId, ...(input.queueId !== undefined && { queueId: input.queueId }) };
    case "returnToWaiting":
      return { status: "pending", userId: null };
    case "pause":
      return { status: "paused", pauseTag: input.pauseTag };
    case "snooze":
      return encodeSnooze(input);
    case "resume":
      return { status: "open" };
    case "resolve":
    case "close":
      return { status: "closed", onlyClose: intent === "close", ...encodeWhy(input) };
    case "reopen":
      return { status: "open", userId: input.userId };
    case "transfer":
      return encodeTransfer(input);
  }
}

/**
 * The intent of a patch for a ticket in its current state; null when there is none
 * (ERR_TICKET_TRANSITION). A queue together with a connection is a transfer; otherwise the new
 * status, compared with the current one, decides.
 */
export function decodeIntent(
  patch: TicketPatch,
  ticket: Pick<TicketState, "status" | "isGroup">,
  actorId: number,
  { askRating }: RatingContext,
): WireIntent | null {
  const { queueId, whatsappId, userId } = patch;
  if (queueId && whatsappId) {
    return { intent: "transfer", input: { queueId, connectionId: whatsappId, ...(userId && { userId }) } };
  }
  switch (patch.status) {
    case "open":
    case "group":
      return decodeOpening(ticket.status, userId ?? actorId, queueId);
    case "pending":
      return { intent: "returnToWaiting", input: {} };
    case "paused":
      return decodePause(patch);
    case "closed":
      return patch.onlyClose === true
        ? { intent: "close", input: decodeWhy(patch) }
        : { intent: "resolve", input: { askRating, ...decodeWhy(patch) } };
    default:
      return null;
  }
}

function decodePause({ snoozeUntil, pauseTag = "" }: TicketPatch): WireIntent {
  if (!snoozeUntil) return { intent: "pause", input: { pauseTag } };
  const wakesAt = snoozeUntil === UNTIL_MESSAGE ? null : new Date(snoozeUntil);
  return { intent: "snooze", input: { wakesAt, ...(pauseTag !== "" && { pauseTag }) } };
}

/** Our own reasons are not for people to choose. */
const encodeWhy = ({ reason, note }: WhyClosed): TicketPatch => ({
  ...(typeof reason === "number" && { reasonId: reason }),
  ...(note !== undefined && { closingNote: note }),
});

const decodeWhy = ({ reasonId, closingNote = "" }: TicketPatch): WhyClosed => ({
  ...(reasonId !== undefined && { reason: reasonId }),
  ...(closingNote !== "" && { note: closingNote }),
});

function decodeOpening(current: TicketState["status"], userId: number, queueId: number | null | undefined): WireIntent {
  if (current === "closed" || current === "nps") return { intent: "reopen", input: { userId } };
  if (current === "paused") return { intent: "resume", input: {} };
  return { intent: "accept", input: { userId, ...(queueId && { queueId }) } };
}
