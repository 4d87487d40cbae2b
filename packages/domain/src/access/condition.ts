/** What a field of facts may hold. `null` means "none"; only `isNull` matches it. */
export type Scalar = string | number | boolean;

/** Facts that a condition can refer to: plain fields without nesting, and lists of ids. */
export type Facts<F> = { readonly [K in keyof F]: Scalar | readonly number[] | null | undefined };

/** The fields of `F` with one value, and those that are lists of ids. */
type ListField<F> = { [K in keyof F & string]: Extract<F[K], readonly number[]> extends never ? never : K }[keyof F & string];
type PlainField<F> = Exclude<keyof F & string, ListField<F>>;

/**
 * A rule as plain data (ADR 2), with the actor and the settings already applied, evaluated
 * in memory, as index ranges, as SQL and over kept counts. A leaf on a null field is false, and `not`
 * of it is true. Index ranges and kept counts know no lists of ids: their facts have none.
 */
export type Condition<F> =
  | { readonly op: "always" }
  | { readonly op: "never" }
  | { readonly op: "eq"; readonly field: PlainField<F>; readonly value: Scalar }
  | { readonly op: "oneOf"; readonly field: PlainField<F>; readonly values: readonly Scalar[] }
  | { readonly op: "isNull"; readonly field: PlainField<F> }
  | { readonly op: "has"; readonly field: ListField<F>; readonly id: number }
  | { readonly op: "not"; readonly condition: Condition<F> }
  | { readonly op: "all"; readonly conditions: readonly Condition<F>[] }
  | { readonly op: "any"; readonly conditions: readonly Condition<F>[] };

/** The functions that build conditions over `F`. */
export interface ConditionWords<F> {
  readonly always: Condition<F>;
  readonly never: Condition<F>;
  eq<K extends PlainField<F>>(field: K, value: NonNullable<F[K]> & Scalar): Condition<F>;
  /** An empty list matches nothing. */
  oneOf<K extends PlainField<F>>(field: K, values: readonly (NonNullable<F[K]> & Scalar)[]): Condition<F>;
  isNull(field: PlainField<F>): Condition<F>;
  /** A list that is absent is empty. */
  has(field: ListField<F>, id: number): Condition<F>;
  not(condition: Condition<F>): Condition<F>;
  /** Without conditions: always true. */
  all(...conditions: readonly Condition<F>[]): Condition<F>;
  /** Without conditions: never true. */
  any(...conditions: readonly Condition<F>[]): Condition<F>;
}

/**
 * Returns the builders for one kind of facts: `const { eq, all } = conditionsOver<TicketFacts>()`.
 */
export function conditionsOver<F extends Facts<F>>(): ConditionWords<F> {
  return {
    always: { op: "always" },
    never: { op: "never" },
    eq: (field, value) => ({ op: "eq", field, value }),
    oneOf: (field, values) => ({ op: "oneOf", field, values }),
    isNull: (field) => ({ op: "isNull", field }),
    has: (field, id) => ({ op: "has", field, id }),
    not: (condition) => ({ op: "not", condition }),
    all: (...conditions) => ({ op: "all", conditions }),
    any: (...conditions) => ({ op: "any", conditions }),
  };
}

/** Whether a list has the value; what is no list has none, and null is no value. */
const contains = (list: unknown, value: unknown): boolean => Array.isArray(list) && value !== null && list.includes(value);

/** Whether the facts fulfil the condition. */
export function matches<F extends Facts<F>>(condition: Condition<F>, facts: F): boolean {
  switch (condition.op) {
    case "always":
      return true;
    case "never":
      return false;
    case "eq":
      return facts[condition.field] === condition.value;
    case "oneOf":
      return contains(condition.values, facts[condition.field]);
    case "isNull":
      return facts[condition.field] === null;
    case "has":
      return contains(facts[condition.field], condition.id);
    case "not":
      return !matches(condition.condition, facts);
    case "all":
      return condition.conditions.every((part) => matches(part, facts));
    case "any":
      return condition.conditions.some((part) => matches(part, facts));
  }
}
