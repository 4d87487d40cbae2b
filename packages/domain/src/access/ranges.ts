import { matches, type Condition, type Facts, type Scalar } from "./condition.js";

/** Facts by which lists are indexed. In a key, 0 means "none"; in the facts, null does. */
export interface OwnedFacts {
  readonly queueId: number | null;
  readonly userId: number | null;
}

/**
 * Every id that a key can hold: all queues, and all users including deleted ones, whose closed
 * tickets remain.
 */
export interface KeyUniverse {
  readonly queueIds: readonly number[];
  readonly userIds: readonly number[];
}

/**
 * One index range: `unnest(queueKeys) × unnest(userKeys)`. `userKeys: null` means every user and uses
 * the index without user keys; `queueKeys: null` means every queue and comes with `userKeys: null`
 * only, because no index starts with the user.
 */
export type KeyRange =
  | { readonly queueKeys: null; readonly userKeys: null }
  | { readonly queueKeys: readonly number[]; readonly userKeys: readonly number[] | null };

/** A kept count: how many rows of a bucket have these keys (ADR 7). */
export interface CountCell<B extends string = string> {
  readonly bucket: B;
  readonly queueKey: number;
  readonly userKey: number;
  readonly n: number;
}

/** Ids for which every leaf of the condition gives the same result, and one of them as a sample. */
interface KeyClass {
  readonly keys: readonly number[];
  readonly sample: number | null;
}

type KeyField = Extract<keyof OwnedFacts, string>;

/** An id that no row has. It represents every id that a condition does not name. */
const UNNAMED = -1;

/**
 * The rows of one bucket that fulfil the condition, as disjoint index ranges with sorted keys; an
 * empty list means no row. `factsAt` returns the facts of that bucket for a queue and a user.
 * "Everyone but …" becomes the list of all the others, because the universe of users is small.
 */
export function toRanges<F extends Facts<F> & OwnedFacts>(
  condition: Condition<F>,
  factsAt: (queueId: number | null, userId: number | null) => F,
  universe: KeyUniverse,
): KeyRange[] {
  const queues = classesOf(condition, "queueId", universe.queueIds);
  const users = classesOf(condition, "userId", universe.userIds);
  const byUsers = new Map<string, { queues: KeyClass[]; users: KeyClass[] }>();
  for (const queue of queues) {
    const seen = users.filter((user) => matches(condition, factsAt(queue.sample, user.sample)));
    const name = seen.map((user) => String(user.sample)).join();
    const group = byUsers.get(name);
    if (group === undefined) byUsers.set(name, { queues: [queue], users: seen });
    else group.queues.push(queue);
  }
  return [...byUsers.values()].flatMap((group): KeyRange[] => {
    const userKeys = group.users.length === users.length ? null : keysOf(group.users);
    if (userKeys === null && group.queues.length === queues.length) return [{ queueKeys: null, userKeys }];
    const queueKeys = keysOf(group.queues);
    return queueKeys.length === 0 || userKeys?.length === 0 ? [] : [{ queueKeys, userKeys }];
  });
}

/**
 * How many rows fulfil the condition, summed from kept counts. `factsAt` returns the facts of a
 * cell.
 */
export function sumCells<F extends Facts<F>, C extends CountCell>(
  condition: Condition<F>,
  cells: Iterable<C>,
  factsAt: (cell: C) => F,
): number {
  let sum = 0;
  for (const cell of cells) if (matches(condition, factsAt(cell))) sum += cell.n;
  return sum;
}

/** The id of a key; the key 0 means no id. */
export function idOfKey(key: number): number | null {
  return key === 0 ? null : key;
}

function classesOf<F>(condition: Condition<F>, field: KeyField, ids: readonly number[]): KeyClass[] {
  const leaves = valuesOf(condition, field);
  const bySignature = new Map<string, number[]>();
  const unnamed: number[] = [];
  for (const id of new Set([...ids, ...leaves.flatMap((leaf) => [...leaf])])) {
    const signature = leaves.map((leaf) => (leaf.has(id) ? "1" : "0")).join("");
    if (!signature.includes("1")) unnamed.push(id);
    else bySignature.set(signature, [...(bySignature.get(signature) ?? []), id]);
  }
  const named = [...bySignature.values()].map((keys) => ({ keys, sample: keys[0] ?? UNNAMED }));
  return [{ keys: [0], sample: null }, ...named, { keys: unnamed, sample: UNNAMED }];
}

function valuesOf<F>(condition: Condition<F>, field: KeyField): ReadonlySet<number>[] {
  switch (condition.op) {
    case "eq":
      return condition.field === field ? [new Set(numbers([condition.value]))] : [];
    case "oneOf":
      return condition.field === field ? [new Set(numbers(condition.values))] : [];
    case "not":
      return valuesOf(condition.condition, field);
    case "all":
    case "any":
      return condition.conditions.flatMap((part) => valuesOf(part, field));
    default:
      return [];
  }
}

function numbers(values: readonly Scalar[]): number[] {
  return values.filter((value) => typeof value === "number");
}

function keysOf(classes: readonly KeyClass[]): number[] {
  return classes.flatMap((each) => each.keys).sort((a, b) => a - b);
}
