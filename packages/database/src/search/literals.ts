import { searchForms } from "@balcao/domain/contacts";
import pg from "pg";

/**
 * Formats a value as a literal in the text of a statement. Searches use literals because the
 * planner chooses well only when it sees how common a word or how long a period is.
 */
export function literal(value: string | number | boolean | Date): string {
  if (typeof value === "string") return pg.escapeLiteral(value);
  return value instanceof Date ? `${pg.escapeLiteral(value.toISOString())}::timestamptz` : String(value);
}

/** Formats ids as an array of SQL. */
export function idArray(ids: readonly number[]): string {
  return `ARRAY[${ids.map((id) => literal(id)).join()}]::int[]`;
}

/**
 * Returns SQL that tests whether a normalized column contains a text, ignoring accents and case;
 * `%` and `_` are literal.
 */
export function containsText(column: string, typed: string): string {
  return `${column} LIKE '%' || ${pattern(typed)} || '%'`;
}

/** What is looked for in the name, number and e-mail of contacts: the text, and the forms of a number that it may be. */
export const contactNeedles = (typed: string): readonly string[] => [...new Set([typed, ...searchForms(typed)])];

/** The same as `containsText` for a plan that must not ask an index: it takes two thirds of the time of LIKE. */
export function holdsText(column: string, typed: string): string {
  return `strpos(${column}, search_norm(${literal(typed)})) > 0`;
}

/** Returns SQL that tests whether a normalized column of contacts contains a text, or the number that it may be in any of its forms. */
export function containsContact(column: string, typed: string): string {
  return `(${contactNeedles(typed)
    .map((needle) => containsText(column, needle))
    .join(" OR ")})`;
}

/** Returns SQL that tests whether a normalized column begins with a text. */
export function beginsWithText(column: string, typed: string): string {
  return `${column} LIKE ${pattern(typed)} || '%'`;
}

const pattern = (typed: string): string => patternOf(literal(typed));

/** Returns SQL that normalizes a text and makes it match itself in LIKE. */
export function patternOf(text: string): string {
  return String.raw`regexp_replace(search_norm(${text}), '([\\%_])', '\\\1', 'g')`;
}
