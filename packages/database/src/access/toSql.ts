import type { Condition, Facts, Scalar } from "@balcao/domain/access";

/** Where a field of facts stands in a table. */
interface SqlField {
  readonly column: string;
  /** The value that stands for null in a key column, which is never null; absent for fields that are never null. */
  readonly none?: number;
  readonly type: "int" | "text" | "boolean";
}

export type SqlFields<F> = { readonly [K in keyof F & string]: SqlField };

/** A boolean expression and the values that it binds. */
export interface SqlTerm {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * A condition as a boolean expression that is never null: plain comparisons of key columns, so `not` is two-valued as in memory. It
 * is the second fence of lists and the filter of searches, never the way a list finds its rows (ARCHITECTURE 12).
 * Its values bind from `$firstBind` on.
 */
export function toSql<F extends Facts<F>>(condition: Condition<F>, fields: SqlFields<F>, firstBind: number): SqlTerm {
  const values: unknown[] = [];
  const bind = (value: unknown, type: string): string => `$${firstBind + values.push(value) - 1}::${type}`;
  return { text: expression(condition, fields, bind), values };
}

type Bind = (value: unknown, type: string) => string;

function expression<F extends Facts<F>>(condition: Condition<F>, fields: SqlFields<F>, bind: Bind): string {
  switch (condition.op) {
    case "always":
      return "true";
    case "never":
      return "false";
    case "eq":
      return oneOf(fields[condition.field], [condition.value], bind);
    case "oneOf":
      return oneOf(fields[condition.field], condition.values, bind);
    case "isNull": {
      const { column, none, type } = fields[condition.field];
      return none === undefined ? "false" : `${column} = ${bind(none, type)}`;
    }
    case "not":
      return `NOT ${expression(condition.condition, fields, bind)}`;
    case "all":
      return joined(condition.conditions, "AND", "true", fields, bind);
    case "any":
      return joined(condition.conditions, "OR", "false", fields, bind);
  }
}

/** An id that is the key's word for "none" is nobody's id, so it matches nothing. */
function oneOf({ column, none, type }: SqlField, values: readonly Scalar[], bind: Bind): string {
  const asked = values.filter((value) => value !== none);
  return asked.length === 1 ? `${column} = ${bind(asked[0], type)}` : `${column} = ANY(${bind(asked, `${type}[]`)})`;
}

function joined<F extends Facts<F>>(
  conditions: readonly Condition<F>[],
  word: "AND" | "OR",
  empty: string,
  fields: SqlFields<F>,
  bind: Bind,
): string {
  return conditions.length === 0 ? empty : `(${conditions.map((part) => expression(part, fields, bind)).join(` ${word} `)})`;
}
