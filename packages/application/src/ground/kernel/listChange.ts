import { AppError } from "@balcao/contracts/errors";
import type { ListChange } from "@balcao/contracts/route";
import { applyDifference, differenceOf, type ListDifference } from "@balcao/domain/lists";

/** What a change does to the stored list. */
interface ResolvedList extends ListDifference {
  readonly next: readonly number[];
}

interface Named {
  readonly name: string;
}

/** How many of the added and of the removed ones an audit entry names. */
const NAMED = 20;

/**
 * What a change adds to the stored list and removes from it, without what others have added or removed already. Read that list
 * under a lock. Throws ERR_LIST_CHANGED when it is not the expected one, unless it is the wanted one.
 */
export function resolveList(stored: readonly number[], change: ListChange | null, { ordered = false } = {}): ResolvedList {
  if (change === null) return { added: [], removed: [], next: stored };
  if (change.whole === undefined) return toResolved(stored, applyDifference(stored, change));
  const whole = [...new Set(change.whole)];
  const isStored = (list: readonly number[]): boolean => toKey(list, ordered) === toKey(stored, ordered);
  if (change.expected && !isStored(change.expected) && !isStored(whole)) throw new AppError("ERR_LIST_CHANGED");
  return toResolved(stored, whole);
}

const toResolved = (stored: readonly number[], next: readonly number[]): ResolvedList => ({ ...differenceOf(stored, next), next });

const toKey = (ids: readonly number[], ordered: boolean): string => (ordered ? ids : [...ids].sort((a, b) => a - b)).join();

/**
 * Throws ERR_LIST_CHANGED when `wanted` is to replace a list of rows that is not the expected one, unless it is the wanted one. Read
 * the stored list under a lock; the order does not count.
 */
export function refuseChangedRows<Row extends object>(
  stored: readonly Row[],
  expected: readonly Row[] | undefined,
  wanted: readonly Row[] | undefined,
): void {
  const isStored = (list: readonly Row[]): boolean => toRowsKey(list) === toRowsKey(stored);
  if (expected && wanted && !isStored(expected) && !isStored(wanted)) throw new AppError("ERR_LIST_CHANGED");
}

const toRowsKey = (rows: readonly object[]): string =>
  rows
    .map((row) => JSON.stringify(row, Object.keys(row).sort()))
    .sort()
    .join();

/** The ids that the audit names. */
export const namedIds = ({ added, removed }: ListDifference): number[] => [...added.slice(0, NAMED), ...removed.slice(0, NAMED)];

/** What the audit says of a change: what was added and removed, after the name of the changed row. */
export function describeList({ added, removed }: ListDifference, names: ReadonlyMap<number, Named>, row = ""): string {
  const naming = (sign: string, ids: readonly number[]): string[] => {
    if (ids.length === 0) return [];
    const named = ids.slice(0, NAMED).map((id) => names.get(id)?.name ?? String(id));
    return [`${sign} ${named.join(", ")}${ids.length > NAMED ? `… (${ids.length})` : ""}`];
  };
  const parts = [...naming("+", added), ...naming("−", removed)].join("; ");
  return [row, parts].filter((part) => part !== "").join(": ");
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields of a change that the call names; the others stay as they are stored. */
export function givenFields<T extends object>(fields: T): Given<T> {
  // Its entries are entries of the fields.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
