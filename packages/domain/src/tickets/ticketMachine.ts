import type { AutomaticReason, Closing } from "../closing/index.js";
import { effectsFor, type TicketEffect } from "./ticketEffects.js";
import { NOT_PAUSED, type Snooze, type TicketColumns, type TicketState, type TransitionPatch } from "./ticketState.js";
import { TICKET_STATUSES, type TicketStatus } from "./ticketStatus.js";

type None = Readonly<Record<string, never>>;

/** What is said of a closing: without a reason none is recorded (D-501). */
export interface WhyClosed {
  readonly reason?: number | AutomaticReason;
  readonly note?: string;
}

/** Every intent for a ticket, with the input that it needs. */
export interface TicketIntents {
  accept: { readonly userId: number; readonly queueId?: number };
  returnToWaiting: None;
  pause: { readonly pauseTag: string };
  /** Pause until a time, or until the customer writes where that is null; a message ends both. */
  snooze: { readonly wakesAt: Date | null; readonly pauseTag?: string };
  resume: None;
  /**
   * `askRating` is true when the command found that a rating applies. A group or a ticket
   * without an agent is never asked.
   */
  resolve: { readonly askRating: boolean } & WhyClosed;
  /** Close without a text to the customer (onlyClose, D-056). */
  close: WhyClosed;
  reopen: { readonly userId: number };
  transfer: { readonly queueId: number; readonly connectionId: number; readonly userId?: number };
  releaseFromBot: None;
  closeFromBot: None;
  startBot: None;
  askForAgent: None;
  handOver: None;
  chooseQueue: { readonly queueId: number };
  presetQueue: { readonly queueId: number };
  leaveQueue: None;
  assign: { readonly userId: number | null };
  reassign: { readonly userId: number | null };
  takeGroup: { readonly userId: number };
  closeByContact: None;
  reopenByContact: None;
  /** A message that was accepted before the end was applied after it. */
  resumeByContact: None;
  rate: None;
  expireRating: None;
  autoClose: None;
  handToSubstitute: { readonly userId: number };
  releaseOwner: None;
  /** A snooze is over; `isAway` says that its owner is not there to go on. */
  wake: { readonly by: Exclude<Snooze, "asleep">; readonly isAway: boolean };
}

export type TicketIntent = keyof TicketIntents;

/** What decides, beside the status, whether an intent is possible. */
type OfferFacts = Pick<TicketState, "status" | "isGroup" | "userId" | "connectionId" | "snooze">;

interface Transition<I extends TicketIntent> {
  /** Whether an agent triggers it with a button, or Balcão itself does. */
  readonly by: "agent" | "system";
  readonly from: readonly TicketStatus[];
  readonly to: readonly TicketStatus[];
  readonly patch: (ticket: TicketState, input: TicketIntents[I], now: Date) => Partial<TicketColumns>;
  readonly effects: readonly TicketEffect[];
  /** Whether the ticket must have its connection still: without one nothing can be said in it (D-152). */
  readonly linked?: true;
  /** Restricts `from` where the status alone does not decide. */
  readonly only?: (ticket: OfferFacts, input: TicketIntents[I] | null) => boolean;
}

/**
 * Where a transition sets `open` or `pending`, a live group gets `group` instead (D-025, D-043).
 */
const opened = (t: TicketState, now: Date): Partial<TicketColumns> => ({
  status: t.isGroup ? "group" : "open",
  ...NOT_PAUSED,
  ...NOT_CLOSED,
  acceptedAt: t.acceptedAt ?? now,
});
const waiting = (t: TicketState): Partial<TicketColumns> => ({
  status: t.isGroup ? "group" : "pending",
  userId: null,
  ...NOT_PAUSED,
  ...NOT_CLOSED,
});
const closed = (t: TicketState, now: Date, why: WhyClosed = {}): Partial<TicketColumns> => ({
  status: "closed",
  ...NOT_PAUSED,
  closedAt: t.status === "nps" ? (t.closedAt ?? now) : now,
  closing: closingOf(why, t),
});
const rating = (t: TicketState, now: Date, why: WhyClosed): Partial<TicketColumns> => ({
  status: "nps",
  ...NOT_PAUSED,
  closedAt: now,
  closing: closingOf(why, t),
});

const NOT_CLOSED = { closedAt: null, closing: null } as const;

/** What is not said anew of a ticket that waits for its rating stays as it was said. */
const closingOf = ({ reason, note }: WhyClosed, { closing }: TicketState): Closing | null =>
  reason === undefined && note === undefined ? closing : { reason: reason ?? closing?.reason ?? null, note: note ?? closing?.note ?? null };

const mayBeRated = (t: TicketState): boolean => !t.isGroup && t.userId !== null && t.status !== "nps";
const freeOrTheirs = (t: OfferFacts, i: { readonly userId: number } | null): boolean =>
  t.status !== "group" || t.userId === null || t.userId === i?.userId;
const owned = (t: OfferFacts): boolean => t.userId !== null;
const unowned = (t: OfferFacts): boolean => t.userId === null;
const asleep = (t: OfferFacts): boolean => t.snooze === "asleep";
const sameConnectionForGroups = (t: OfferFacts, i: { readonly connectionId: number } | null): boolean =>
  !t.isGroup || i === null || i.connectionId === t.connectionId;

const LIVE: readonly TicketStatus[] = ["open", "group", "pending", "paused", "bot", "nps"];
const OWNABLE: readonly TicketStatus[] = ["open", "group", "pending", "paused"];

/**
 * Whether a transfer names nothing that is not so already: no person, and the queue and the connection of a ticket that somebody has.
 * It does not take the ticket from them (D-294).
 */
export const isKept = (
  t: Pick<TicketState, "status" | "userId" | "queueId" | "connectionId">,
  i: Omit<TicketIntents["transfer"], "userId"> & { readonly userId?: number | undefined },
): boolean =>
  i.userId === undefined && t.userId !== null && OWNABLE.includes(t.status) && i.queueId === t.queueId && i.connectionId === t.connectionId;

/**
 * Every transition (I81 to I89, D-043 to D-058, D-118 to D-120, D-168 to D-177, D-205 to D-207).
 * Anything else is refused.
 */
// prettier-ignore
export const TRANSITIONS: { readonly [I in TicketIntent]: Transition<I> } = {
  accept:           { by: "agent", from: ["pending", "bot", "group"], to: ["open", "group"],           effects: ["endDialogue"],                                   patch: (t, i, now) => ({ ...opened(t, now), userId: i.userId, queueId: i.queueId ?? t.queueId }), only: freeOrTheirs },
  returnToWaiting:  { by: "agent", from: ["open", "group"],           to: ["pending", "group"],        effects: [],                                                patch: (t) => waiting(t) },
  pause:            { by: "agent", from: ["open"],                    to: ["paused"],                  effects: ["pauseMessage"],                                  patch: (_t, i) => ({ ...NOT_PAUSED, status: "paused", pauseTag: i.pauseTag }) },
  snooze:           { by: "agent", from: ["open", "paused"],          to: ["paused"],                  effects: ["pauseMessage"],                                  patch: (t, i) => ({ status: "paused", pauseTag: i.pauseTag ?? t.pauseTag, snooze: "asleep", wakesAt: i.wakesAt }) },
  resume:           { by: "agent", from: ["paused"],                  to: ["open"],                    effects: [],                                                patch: (t, _i, now) => opened(t, now) },
  resolve:          { by: "agent", from: LIVE,                        to: ["closed", "nps"],           effects: ["endDialogue", "farewell", "askRating"],          patch: (t, i, now) => (i.askRating && mayBeRated(t) ? rating(t, now, i) : closed(t, now, i)) },
  close:            { by: "agent", from: LIVE,                        to: ["closed"],                  effects: ["endDialogue"],                                   patch: (t, i, now) => closed(t, now, i) },
  reopen:           { by: "agent", from: ["closed", "nps"],           to: ["open", "group"],           effects: [],                                                patch: (t, i, now) => ({ ...opened(t, now), userId: i.userId }), linked: true },
  transfer:         { by: "agent", from: TICKET_STATUSES,             to: ["pending", "open", "group"], effects: ["endDialogue", "transferNotice", "distribute"],  patch: (t, i, now) => (isKept(t, i) ? {} : { ...(i.userId === undefined ? waiting(t) : { ...opened(t, now), userId: i.userId }), queueId: i.queueId, connectionId: i.connectionId }), only: sameConnectionForGroups },
  releaseFromBot:   { by: "agent", from: ["bot"],                     to: ["pending"],                 effects: ["endDialogue"],                                   patch: (t) => waiting(t) },
  closeFromBot:     { by: "agent", from: ["bot"],                     to: ["closed"],                  effects: ["endDialogue"],                                   patch: (t, _i, now) => closed(t, now) },

  chooseQueue:      { by: "system", from: ["pending"],                 to: ["pending"],                 effects: ["queueGreeting"],                                 patch: (_t, i) => ({ queueId: i.queueId }) },
  presetQueue:      { by: "system", from: ["pending"],                 to: ["pending"],                 effects: [],                                                patch: (_t, i) => ({ queueId: i.queueId }) },
  leaveQueue:       { by: "system", from: TICKET_STATUSES,             to: TICKET_STATUSES,             effects: [],                                                patch: () => ({ queueId: null }) },
  assign:           { by: "system", from: ["pending"],                 to: ["pending"],                 effects: [],                                                patch: (_t, i) => ({ userId: i.userId }) },
  reassign:           { by: "system", from: ["pending"],                 to: ["pending"],                 effects: [],                                                patch: (_t, i) => ({ userId: i.userId }), only: owned },
  startBot:         { by: "system", from: ["pending"],                 to: ["bot"],                     effects: ["botOptions"],                                    patch: () => ({ status: "bot" }), only: unowned },
  askForAgent:      { by: "system", from: ["bot"],                     to: ["pending"],                 effects: ["endDialogue", "waitNotice", "distribute"],       patch: (t) => waiting(t) },
  handOver:         { by: "system", from: ["bot"],                     to: ["pending"],                 effects: ["endDialogue", "distribute"],                     patch: (t) => waiting(t) },
  closeByContact:   { by: "system", from: ["pending", "bot"],          to: ["closed"],                  effects: ["endDialogue", "farewell"],                       patch: (t, _i, now) => closed(t, now, { reason: "customer" }), only: unowned },
  reopenByContact:  { by: "system", from: ["closed"],                  to: ["pending", "group"],        effects: [],                                                patch: (t) => waiting(t), linked: true },
  resumeByContact:  { by: "system", from: ["closed", "nps"],           to: ["open", "pending", "group"], effects: [],                                              patch: (t, _i, now) => (t.userId === null ? waiting(t) : opened(t, now)), linked: true },
  rate:             { by: "system", from: ["nps"],                     to: ["closed"],                  effects: ["ratingThanks"],                                  patch: (t, _i, now) => closed(t, now) },
  expireRating:     { by: "system", from: ["nps"],                     to: ["closed"],                  effects: [],                                                patch: (t, _i, now) => closed(t, now) },
  autoClose:        { by: "system", from: ["open", "bot"],             to: ["closed"],                  effects: ["endDialogue", "farewell"],                       patch: (t, _i, now) => closed(t, now, { reason: "inactivity" }) },
  takeGroup:        { by: "system", from: ["group"],                   to: ["group"],                   effects: [],                                                patch: (t, i, now) => ({ userId: i.userId, acceptedAt: t.acceptedAt ?? now }), only: freeOrTheirs },
  handToSubstitute: { by: "system", from: OWNABLE,                     to: OWNABLE,                     effects: [],                                                patch: (_t, i) => ({ userId: i.userId }), only: owned },
  releaseOwner:     { by: "system", from: OWNABLE,                     to: ["pending", "group"],        effects: [],                                                patch: (t) => waiting(t) },
  wake:             { by: "system", from: ["paused"],                  to: ["open", "pending"],         effects: ["distribute"],                                    patch: (t, i, now) => ({ ...(i.isAway ? waiting(t) : opened(t, now)), snooze: i.by, wakesAt: t.wakesAt }), only: asleep },
};

export const TICKET_INTENTS = Object.keys(TRANSITIONS).filter((name): name is TicketIntent => Object.hasOwn(TRANSITIONS, name));

/**
 * The result of an intent: `unchanged` needs no write, no event and no text (D-047), a refusal is
 * HTTP 409.
 */
export type TransitionResult =
  | {
      readonly ok: true;
      readonly unchanged: false;
      readonly patch: TransitionPatch;
      readonly effects: readonly TicketEffect[];
    }
  | { readonly ok: true; readonly unchanged: true }
  | {
      readonly ok: false;
      readonly code: "ERR_TICKET_TRANSITION" | "ERR_TICKET_UNLINKED";
      readonly from: TicketStatus;
      readonly intent: TicketIntent;
    };

/**
 * Applies an intent to a ticket by the table: changed columns and effects, nothing to do, or a
 * refusal.
 */
export function applyIntent<I extends TicketIntent>(ticket: TicketState, intent: I, input: TicketIntents[I], now: Date): TransitionResult {
  const row: Transition<I> = TRANSITIONS[intent];
  const refused = { ok: false, code: "ERR_TICKET_TRANSITION", from: ticket.status, intent } as const;
  if (!row.from.includes(ticket.status)) return isRepeat(ticket, row.to, input) ? { ok: true, unchanged: true } : refused;
  if (row.linked && ticket.connectionId === null) return { ...refused, code: "ERR_TICKET_UNLINKED" };
  if (row.only !== undefined && !row.only(ticket, input)) return refused;
  const patch = changedColumns(ticket, row.patch(ticket, input, now));
  if (Object.keys(patch).length === 0) return { ok: true, unchanged: true };
  const effects = effectsFor(row.effects, ticket, { ...ticket, ...patch });
  return { ok: true, unchanged: false, patch, effects };
}

/**
 * The intents that are possible for this ticket by its state. Whether a person may use them is
 * decided by the rules.
 */
export function intentsFrom(ticket: OfferFacts): TicketIntent[] {
  return TICKET_INTENTS.filter(
    (intent) => TRANSITIONS[intent].by === "agent" && TRANSITIONS[intent].from.includes(ticket.status) && isOffered(ticket, intent),
  );
}

function isOffered(ticket: OfferFacts, intent: TicketIntent): boolean {
  if (intent === "returnToWaiting") return ticket.userId !== null || !ticket.isGroup;
  const { linked, only } = TRANSITIONS[intent];
  return (!linked || ticket.connectionId !== null) && (only?.(ticket, null) ?? true);
}

/**
 * Whether the ticket is already in the target status, and has the same user if the intent names
 * one.
 */
function isRepeat(ticket: TicketState, to: readonly TicketStatus[], input: object): boolean {
  return to.includes(ticket.status) && (!("userId" in input) || input.userId === ticket.userId);
}

function changedColumns(ticket: TicketState, wanted: Partial<TicketColumns>): TransitionPatch {
  const columns: Readonly<Record<string, unknown>> = { ...ticket };
  const changed = Object.entries(wanted).filter(([column, value]) => !sameValue(columns[column], value));
  return Object.fromEntries(changed) as TransitionPatch;
}

function sameValue(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}
