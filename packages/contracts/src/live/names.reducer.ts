/** The kinds of rows that views of other things name. */
export type NamedKind = "queue" | "user" | "connection" | "contact";

/** What views show of a row that they name. */
export interface NamedRow {
  readonly id: number;
  readonly name: string;
  readonly number?: string | null;
  readonly color?: string;
  readonly profile?: string;
  readonly active?: boolean;
}

/** The fields in which views name a row of each kind, as one object or as a list of them. */
const REFERENCES: Readonly<Record<NamedKind, ReadonlySet<string>>> = {
  queue: new Set(["queue", "queues"]),
  user: new Set(["user", "users", "callingUser", "sender", "author", "guests", "invitedBy"]),
  connection: new Set(["whatsapp"]),
  contact: new Set(["contact"]),
};

/** The fields that hold the name of a person whose id another field has. */
const USER_NAMES = [
  ["userId", "userName"],
  ["callingUserId", "callingName"],
] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Loaded data after a row was renamed: wherever a view names it, its present fields are shown. Fields that a view does not show are not
 * added, and data that names nothing old is returned itself.
 */
export function applyName<T>(data: T, kind: NamedKind, row: NamedRow): T {
  const references = REFERENCES[kind];
  const change = (value: unknown, isReference: boolean): unknown => {
    if (Array.isArray(value)) return changeEach(value, (each) => change(each, isReference));
    if (typeof value !== "object" || value === null) return value;
    const fields = value as Fields;
    const now = {
      ...(isReference && fields["id"] === row.id && differing(fields, row)),
      ...(kind === "user" && differing(fields, namesBeside(fields, row))),
    };
    for (const [key, each] of Object.entries(fields)) {
      const changed = change(each, references.has(key));
      if (changed !== each) Object.assign(now, { [key]: changed });
    }
    return Object.keys(now).length === 0 ? fields : { ...fields, ...now };
  };
  // Names are replaced by names, so the type stays.
  return change(data, false) as T;
}

function changeEach(list: readonly unknown[], change: (each: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.every((each, at) => each === list[at]) ? list : changed;
}

/** The values that these fields have, but should not. */
const differing = (fields: Fields, now: object): Fields =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => key in fields && fields[key] !== value));

const namesBeside = (fields: Fields, { id, name }: NamedRow): Fields =>
  Object.fromEntries(
    USER_NAMES.filter(([idKey, nameKey]) => fields[idKey] === id && typeof fields[nameKey] === "string").map(([, key]) => [key, name]),
  );
