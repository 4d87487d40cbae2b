import { matches, type Condition, type Facts } from "./condition.js";

/**
 * An equivalent condition: constants folded, nesting flattened, repeats dropped and lists sorted.
 * This gives short SQL and stable cache keys.
 */
export function simplify<F>(condition: Condition<F>): Condition<F> {
  switch (condition.op) {
    case "oneOf":
      return simplifyList(condition);
    case "not":
      return negate(simplify(condition.condition));
    case "all":
      return join("all", condition.conditions);
    case "any":
      return join("any", condition.conditions);
    default:
      return condition;
  }
}

/** What is left of a condition where these fields of the facts are known, simplified. */
export function given<F extends Facts<F>>(condition: Condition<F>, known: Partial<F>): Condition<F> {
  return simplify(fill(condition, known));
}

function fill<F extends Facts<F>>(condition: Condition<F>, known: Partial<F>): Condition<F> {
  switch (condition.op) {
    case "eq":
    case "oneOf":
    case "isNull":
    case "has":
      // A leaf reads its own field alone.
      return condition.field in known ? { op: matches(condition, known as F) ? "always" : "never" } : condition;
    case "not":
      return { op: "not", condition: fill(condition.condition, known) };
    case "all":
    case "any":
      return { op: condition.op, conditions: condition.conditions.map((part) => fill(part, known)) };
    default:
      return condition;
  }
}

function simplifyList<F>(condition: Extract<Condition<F>, { op: "oneOf" }>): Condition<F> {
  const values = [...new Set(condition.values)].sort((a, b) => (a < b ? -1 : 1));
  const [first] = values;
  if (first === undefined) return { op: "never" };
  return values.length === 1 ? { op: "eq", field: condition.field, value: first } : { ...condition, values };
}

function negate<F>(condition: Condition<F>): Condition<F> {
  if (condition.op === "always") return { op: "never" };
  if (condition.op === "never") return { op: "always" };
  return condition.op === "not" ? condition.condition : { op: "not", condition };
}

function join<F>(op: "all" | "any", conditions: readonly Condition<F>[]): Condition<F> {
  const [neutral, absorbing] = op === "all" ? (["always", "never"] as const) : (["never", "always"] as const);
  const parts = new Map<string, Condition<F>>();
  for (const part of conditions.map((each) => simplify(each)).flatMap((each) => (each.op === op ? each.conditions : [each]))) {
    if (part.op === absorbing) return part;
    if (part.op !== neutral) parts.set(JSON.stringify(part), part);
  }
  const [first, ...others] = parts.values();
  if (first === undefined) return { op: neutral };
  return others.length === 0 ? first : { op, conditions: [first, ...others] };
}
