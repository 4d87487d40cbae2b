import pg from "pg";

/**
 * A value written into the text of a statement. Searches carry their values so, because the planner chooses well only when it knows
 * how common a word or how wide a span is.
 */
export function literal(value: string | number | boolean | Date): string {
  if (typeof value === "string") return pg.escapeLiteral(value);
  return value instanceof Date ? `${pg.escapeLiteral(value.toISOString())}::timestamptz` : String(value);
}

/** Whether a normalised column contains a text as a person types it: without accents and case, `%` and `_` being themselves (D-035). */
export function containsText(column: string, typed: string): string {
  return `${column} LIKE '%' || ${pattern(typed)} || '%'`;
}

/** Whether it begins with that text. */
export function beginsWithText(column: string, typed: string): string {
  return `${column} LIKE ${pattern(typed)} || '%'`;
}

function pattern(typed: string): string {
  return String.raw`regexp_replace(search_norm(${literal(typed)}), '([\\%_])', '\\\1', 'g')`;
}
