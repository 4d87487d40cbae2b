import { TEMPLATE_LIMITS } from "./templateLimits.js";

const SLOT = /\{\{([^{}]*)\}\}/g;
const NUMBERED = /^[1-9]\d*$/;

/** What stands between the braces of a text, each once, in order of appearance: numbers, or names in templates that were made elsewhere. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(SLOT)].map(([, inner = ""]) => inner))];
}

/** How many values a text takes when its variables are {{1}}, {{2}} and so on without a gap; null when they are not (D-216). */
export function countVariables(text: string): number | null {
  const found = variablesOf(text);
  if (!found.every((inner) => NUMBERED.test(inner))) return null;
  return found.every((_inner, index) => found.includes(String(index + 1))) ? found.length : null;
}

/** The variable that the button "add variable" inserts: the lowest number that is free; null when all nine are there (TMPL-015). */
export function nextVariable(body: string): string | null {
  const found = variablesOf(body);
  for (let number = 1; number <= TEMPLATE_LIMITS.variables; number += 1) if (!found.includes(String(number))) return `{{${number}}}`;
  return null;
}

/** A text with its variables replaced, in one pass: what a value brings along is never read again (S-36). An empty value leaves its slot. */
export function fillVariables(text: string, values: readonly string[]): string {
  return text.replace(SLOT, (slot, inner: string) => (NUMBERED.test(inner) ? values[Number(inner) - 1] || slot : slot));
}

/** Whether a text begins or ends with a variable, which Meta refuses. */
export function hasVariableAtEdge(text: string): boolean {
  return /^\s*\{\{[^{}]*\}\}|\{\{[^{}]*\}\}\s*$/.test(text);
}

/**
 * Whether a text has more variables than Meta takes for its length. Meta tells no number; what has been observed is that words and variables
 * together are at least three times the variables and one more.
 */
export function hasTooManyVariables(text: string): boolean {
  const count = [...text.matchAll(SLOT)].length;
  return count > 0 && text.trim().split(/\s+/).length < 3 * count + 1;
}
