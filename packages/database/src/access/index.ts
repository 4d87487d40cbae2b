import type { Condition, Facts, Scalar } from "@balcao/domain/access";
import type { TicketFacts } from "@balcao/domain/tickets";

/** The column of a field of facts. */
interface SqlField {
  readonly column: string;
  /**
   * The value for null in a key column, which is never null; absent for fields that are never null.
   */
  readonly none?: number;
  readonly type: "int" | "text" | "boolean" | "int[]";
}

export type SqlFields<F> = { readonly [K in keyof F & string]-?: SqlField };

/** The columns of the facts that rules depend on, of a ticket `t`. */
export const TICKET_FIELDS: SqlFields<TicketFacts> = {
  status: { column: "t.status", type: "text" },
  isGroup: { column: "t.is_group", type: "boolean" },
  queueId: { column: "t.queue_key", type: "int", none: 0 },
  userId: { column: "t.user_key", type: "int", none: 0 },
  guestIds: { column: "t.guest_ids", type: "int[]" },
};

/** A boolean expression and the values of its parameters. */
export interface SqlTerm {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Converts a condition into a boolean expression that is never null: it compares key columns, so that
 * `not` has two values as in memory; its parameters start at `$firstBind`. Lists use it as a second
 * check and searches as a filter; lists find their rows by index ranges (ADR 2).
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
    case "has":
      return `${bind(condition.id, "int")} = ANY(${fields[condition.field].column})`;
    case "not":
      return `NOT ${expression(condition.condition, fields, bind)}`;
    case "all":
      return joined(partsOf(condition.conditions, fields, bind), "AND", "true");
    case "any":
      return joined(partsOf(condition.conditions, fields, bind), "OR", "false");
  }
}

/** The key's value for "none" is nobody's id, so it matches nothing. */
function oneOf({ column, none, type }: SqlField, values: readonly Scalar[], bind: Bind): string {
  const asked = values.filter((value) => value !== none);
  return asked.length === 1 ? `${column} = ${bind(asked[0], type)}` : `${column} = ANY(${bind(asked, `${type}[]`)})`;
}

function partsOf<F extends Facts<F>>(conditions: readonly Condition<F>[], fields: SqlFields<F>, bind: Bind): string[] {
  return conditions.map((part) => expression(part, fields, bind));
}

function joined(parts: readonly string[], word: "AND" | "OR", empty: string): string {
  return parts.length === 0 ? empty : `(${parts.join(` ${word} `)})`;
}
