import type { Settings } from "../settings/index.js";

/** Why Balcão closed a conversation by itself (D-501). */
export const AUTOMATIC_REASONS = ["inactivity", "customer", "optOut", "connection", "merge"] as const;
/** In lists and figures: closed conversations without a reason. */
export const NO_REASON = "none";
export type AutomaticReason = (typeof AUTOMATIC_REASONS)[number];

/** Why a conversation was closed: a reason of the company by its id, one of ours, or none; and what its person noted. */
export interface Closing {
  readonly reason: number | AutomaticReason | null;
  readonly note: string | null;
}

/** A reason of the company's list. Without queues it is offered in every queue; what is `gone` is read in old conversations only. */
export interface ClosingReason {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly queueIds: readonly number[];
  readonly active: boolean;
  readonly gone: boolean;
}

/** The bounds of the list: 30,000 characters have room for it. */
export const CLOSING_LIMITS = { reasons: 100, name: { min: 1, max: 40 }, color: { min: 4, max: 7 }, queues: 40, note: 500 } as const;

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 1_000_000_000;
const isColor = (value: unknown): value is string => typeof value === "string" && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value);
const toKey = (name: string): string => name.toLocaleLowerCase();

const isName = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && value.trim().length <= CLOSING_LIMITS.name.max;
const isQueues = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(isId) && new Set(value).size === value.length && value.length <= CLOSING_LIMITS.queues;

/** A reason as it is written, or null for what is none. */
function toReason(written: unknown): ClosingReason | null {
  const { id, name, color, queueIds = [], active = true, gone = false } = Object(written) as Readonly<Record<string, unknown>>;
  if (!isId(id) || !isName(name) || !isColor(color) || !isQueues(queueIds)) return null;
  return typeof active === "boolean" && typeof gone === "boolean" ? { id, name: name.trim(), color, queueIds, active, gone } : null;
}

/** Reads the list of the setting `closingReasons`; null for a text that is no list, or that has two reasons of one id or one name. */
export function parseClosingReasons(text: string): readonly ClosingReason[] | null {
  if (text === "") return [];
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(written)) return null;
  const reasons = written.map(toReason).filter((reason) => reason !== null);
  const shown = reasons.filter(({ gone }) => !gone);
  const isSound =
    reasons.length === written.length &&
    new Set(reasons.map(({ id }) => id)).size === reasons.length &&
    new Set(shown.map(({ name }) => toKey(name))).size === shown.length &&
    shown.length <= CLOSING_LIMITS.reasons;
  return isSound ? reasons : null;
}

/** What is stored for a list that replaces another: what is left out stays, gone, because old conversations name it (D-500). */
export function replaceClosingReasons(before: string, after: readonly ClosingReason[]): string {
  const kept = new Set(after.map(({ id }) => id));
  const left = readClosingReasons(before).filter(({ id }) => !kept.has(id));
  const all = [...after, ...left.map((reason) => ({ ...reason, gone: true }))];
  return all.length === 0 ? "" : JSON.stringify(all);
}

const READ = new Map<string, readonly ClosingReason[]>();

/** The list of the company, read once per text; an invalid text counts as none. */
export function readClosingReasons(text: string): readonly ClosingReason[] {
  const known = READ.get(text) ?? parseClosingReasons(text) ?? [];
  READ.clear();
  READ.set(text, known);
  return known;
}

/** The reasons that may be chosen for a conversation of a queue, in their order. */
export const offeredReasons = (text: string, queueId: number | null): readonly ClosingReason[] =>
  readClosingReasons(text).filter(
    ({ active, gone, queueIds }) => active && !gone && (queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId))),
  );

/** What is asked before conversations are closed: why, where there is something to choose, and then a note as well. */
export interface ClosingQuestion {
  readonly reasons: readonly ClosingReason[];
  readonly isRequired: boolean;
}

export const NOTHING_ASKED: ClosingQuestion = { reasons: [], isRequired: false };

/** Whether there is anything to ask. */
export const isAsked = ({ reasons }: ClosingQuestion): boolean => reasons.length > 0;

/** What is asked before conversations of these queues are closed together (D-500); null where each must have a reason and none fits all of them. */
export function closingQuestion(
  { closingReason, closingReasons }: Pick<Settings, "closingReason" | "closingReasons">,
  queueIds: Iterable<number | null>,
): ClosingQuestion | null {
  const offered = closingReason === "off" ? [] : [...new Set(queueIds)].map((queueId) => offeredReasons(closingReasons, queueId));
  const [first = [], ...others] = offered;
  const reasons = first.filter((reason) => others.every((each) => each.includes(reason)));
  const mustChoose = closingReason === "required" && offered.some((each) => each.length > 0);
  return mustChoose && reasons.length === 0 ? null : { reasons, isRequired: mustChoose };
}
