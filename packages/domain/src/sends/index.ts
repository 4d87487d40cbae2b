import { addDays, instantAt, localDay, minutesOf } from "../calendar/index.js";
import { localTime } from "../calendar/zone.js";
import type { Settings } from "../settings/index.js";
import { foldText } from "../texts/index.js";

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

/** The hours in which a message for many wakes nobody, local time. */
const DAY = { from: 8, until: 21 } as const;

/** How many recipients have night at a moment, by how many live in which zone [D-422]. */
export function countAsleep(zones: Readonly<Record<string, number>>, at: Date): number {
  return Object.entries(zones).reduce((sum, [zone, count]) => {
    const { hour } = localTime(at, zone);
    return hour < DAY.from || hour >= DAY.until ? sum + count : sum;
  }, 0);
}

const EDGES = /^[\s\p{P}\p{S}]+|(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/gu;
const fold = (text: string): string => foldText(text.replace(EDGES, ""));

/** What Meta's own button says that ends marketing messages; it also names a stop in the app's menu. */
export const MARKETING_STOP = "Parar promoções";
/** The same in the languages of templates. */
const STOP_BUTTONS = [MARKETING_STOP, "Stop promotions", "Detener promociones"].join(",");

/**
 * Whether a message says nothing but one of the company's words for "no more of this", which are
 * separated by commas, or the button of a template that Meta adds for it. Accents, case and punctuation around it do not matter.
 */
export function isOptOut(text: string, words: string): boolean {
  const said = fold(text);
  return said !== "" && `${words},${STOP_BUTTONS}`.split(/[,;\n]/).some((word) => fold(word) === said);
}

type QuietSettings = Pick<Settings, "quietHours" | "quietFrom" | "quietUntil" | "timeZone">;

/**
 * When the quiet hours in which an instant falls end; null outside of them. From equal to until
 * means none, and a time before the beginning is on the next day.
 */
export function quietUntil({ quietHours, quietFrom, quietUntil: end, timeZone }: QuietSettings, now: Date): Date | null {
  const [from, until] = [minutesOf(quietFrom), minutesOf(end)];
  if (!quietHours || from === until) return null;
  const today = localDay(now, timeZone);
  for (const day of [addDays(today, -1), today]) {
    const begins = instantAt(day, from, timeZone);
    const ends = instantAt(from < until ? day : addDays(day, 1), until, timeZone);
    if (begins <= now && now < ends) return ends;
  }
  return null;
}
