export { isOptOut, MARKETING_STOP } from "./optOut.js";
export { countAsleep } from "./asleep.js";
export { quietUntil } from "./quietHours.js";

/** The states of a run: recipients are being listed, messages go out, a person stopped it for a time, all done, or ended by a person. */
export const RUN_STATES = ["freezing", "running", "paused", "done", "cancelled"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** How far a recipient's message has come. It follows the outcome of the send, not the attempt. */
export const RECIPIENT_STATES = [
  "queued",
  "handed",
  "sent",
  "delivered",
  "read",
  "answered",
  "failed",
  "unknown",
  "skipped",
  "cancelled",
] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Why a contact does not receive a message of a run. */
type LeftOutReason = "group" | "optedOut" | "unreachable" | "missing" | "unregistered";
export type LeftOut = Readonly<Partial<Record<LeftOutReason, number>>>;

/**
 * Why a mass send or a schedule does not go on, of which its person is told: a colleague paused or cancelled it; the right was lost;
 * nobody is left to receive it; its moment passed; the connection was deleted, sent nothing for a day, or stopped by itself; or no
 * recipient got it (D-430).
 */
export const HELD_REASONS = [
  "paused",
  "cancelled",
  "noRight",
  "nobody",
  "late",
  "connectionGone",
  "expired",
  "stopped",
  "allFailed",
] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** What a person does with a run that goes out. */
export const RUN_ACTIONS = ["pause", "resume", "cancel"] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

const TRANSITIONS: Readonly<Record<RunAction, { readonly from: readonly RunState[]; readonly to: RunState }>> = {
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  cancel: { from: ["freezing", "running", "paused"], to: "cancelled" },
};

/** The state after an action; null where the action is not possible. */
export function stateAfter(state: RunState, action: RunAction): RunState | null {
  const { from, to } = TRANSITIONS[action];
  return from.includes(state) ? to : null;
}

/** Who receives a message: everybody, these contacts, or the contacts with any of these tags. */
export interface Audience {
  readonly allContacts: boolean;
  readonly contactIds: readonly number[];
  readonly tagIds: readonly number[];
}

/**
 * The one choice that counts, in the order everybody, contacts, tags; duplicates count once
 * (SEND-010, D-182). Null where nobody is chosen.
 */
export function oneAudience({ allContacts, contactIds, tagIds }: Audience): Audience | null {
  if (allContacts) return { allContacts: true, contactIds: [], tagIds: [] };
  if (contactIds.length > 0) return { allContacts: false, contactIds: [...new Set(contactIds)], tagIds: [] };
  return tagIds.length > 0 ? { allContacts: false, contactIds: [], tagIds: [...new Set(tagIds)] } : null;
}

/** Whether a message goes to many, which is a right of its own: to everybody, to whoever has a tag, or to several contacts (D-306). */
export function reachesMany({ allContacts, contactIds, tagIds }: Audience): boolean {
  return allContacts || tagIds.length > 0 || contactIds.length > 1;
}

/** Seconds between two mass or scheduled messages of one connection (D-183). */
const SPACING_SECONDS = 15;
const ONE_MINUTE_FROM = 4;

/** How long sending takes: in seconds below four recipients, otherwise in whole minutes (SCHED-023, D-198). */
export function sendEstimate(recipients: number): { readonly unit: "seconds" | "minutes"; readonly value: number } {
  if (recipients < ONE_MINUTE_FROM) return { unit: "seconds", value: recipients * SPACING_SECONDS };
  return { unit: "minutes", value: Math.ceil((recipients * SPACING_SECONDS) / 60) };
}
