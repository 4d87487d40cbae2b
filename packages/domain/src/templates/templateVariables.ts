import { TEMPLATE_LIMITS } from "./templateLimits.js";

const SLOT = /\{\{([^{}]*)\}\}/g;
const NUMBERED = /^[1-9]\d*$/;

/**
 * The texts between the braces, each once, in order of appearance: numbers, or names in templates
 * that were made elsewhere.
 */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(SLOT)].map(([, inner = ""]) => inner))];
}

/**
 * How many values a text needs when its variables are {{1}}, {{2}} and so on without a gap;
 * otherwise null.
 */
export function countVariables(text: string): number | null {
  const found = variablesOf(text);
  if (!found.every((inner) => NUMBERED.test(inner))) return null;
  return found.every((_inner, index) => found.includes(String(index + 1))) ? found.length : null;
}

/**
 * The variable that the button "add variable" inserts: the lowest free number, or null when all
 * nine are used.
 */
export function nextVariable(body: string): string | null {
  const found = variablesOf(body);
  for (let number = 1; number <= TEMPLATE_LIMITS.variables; number += 1) if (!found.includes(String(number))) return `{{${number}}}`;
  return null;
}

/**
 * A text with its variables replaced in one pass: variables inside a value are not replaced (S-36).
 * A variable without a value stays.
 */
export function fillSlots(text: string, valueOf: (variable: string) => string): string {
  return text.replace(SLOT, (slot, inner: string) => valueOf(inner) || slot);
}

/** Whether a text begins or ends with a variable, which Meta refuses. */
export function hasVariableAtEdge(text: string): boolean {
  return /^\s*\{\{[^{}]*\}\}|\{\{[^{}]*\}\}\s*$/.test(text);
}

/**
 * Whether a text has more variables than Meta accepts for its length. Meta publishes no number; as
 * observed, words and variables together must be at least three times the variables plus one.
 */
export function hasTooManyVariables(text: string): boolean {
  const count = [...text.matchAll(SLOT)].length;
  return count > 0 && text.trim().split(/\s+/).length < 3 * count + 1;
}
