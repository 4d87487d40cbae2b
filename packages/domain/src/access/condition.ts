/** What a field of facts may hold. `null` means "none"; only `isNull` matches it. */
export type Scalar = string | number | boolean;

/** Facts that a condition can refer to: plain fields without nesting. */
export type Facts<F> = { readonly [K in keyof F]: Scalar | null };

/**
 * A rule as plain data (ADR 2), with the actor and the settings already applied, evaluated
 * in memory, as index ranges, as SQL and over kept counts. A leaf on a null field is false, and `not`
 * of it is true.
 */
export type Condition<F> =
  | { readonly op: "always" }
  | { readonly op: "never" }
  | { readonly op: "eq"; readonly field: keyof F & string; readonly value: Scalar }
  | { readonly op: "oneOf"; readonly field: keyof F & string; readonly values: readonly Scalar[] }
  | { readonly op: "isNull"; readonly field: keyof F & string }
  | { readonly op: "not"; readonly condition: Condition<F> }
  | { readonly op: "all"; readonly conditions: readonly Condition<F>[] }
  | { readonly op: "any"; readonly conditions: readonly Condition<F>[] };

/** The functions that build conditions over `F`. */
export interface ConditionWords<F> {
  readonly always: Condition<F>;
  readonly never: Condition<F>;
  eq<K extends keyof F & string>(field: K, value: NonNullable<F[K]> & Scalar): Condition<F>;
  /** An empty list matches nothing. */
  oneOf<K extends keyof F & string>(field: K, values: readonly (NonNullable<F[K]> & Scalar)[]): Condition<F>;
  isNull(field: keyof F & string): Condition<F>;
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
    not: (condition) => ({ op: "not", condition }),
    all: (...conditions) => ({ op: "all", conditions }),
    any: (...conditions) => ({ op: "any", conditions }),
  };
}

/** Whether the facts fulfil the condition. */
export function matches<F extends Facts<F>>(condition: Condition<F>, facts: F): boolean {
  switch (condition.op) {
    case "always":
      return true;
    case "never":
      return false;
    case "eq":
      return facts[condition.field] === condition.value;
    case "oneOf": {
      const value: Scalar | null = facts[condition.field];
      return value !== null && condition.values.includes(value);
    }
    case "isNull":
      return facts[condition.field] === null;
    case "not":
      return !matches(condition.condition, facts);
    case "all":
      return condition.conditions.every((part) => matches(part, facts));
    case "any":
      return condition.conditions.some((part) => matches(part, facts));
  }
}
