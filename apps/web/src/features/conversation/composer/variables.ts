import { foldText, placeholderValues, PLACEHOLDERS, type Placeholder } from "@balcao/domain/texts";

const BEFORE_CURSOR = /\{\{([\p{L} ]{0,20})$/u;

/** The letters typed after a `{{` before the cursor; null when no variable is being looked for. */
export function variableQuery(text: string, cursor: number): string | null {
  return BEFORE_CURSOR.exec(text.slice(0, cursor))?.[1] ?? null;
}

/** A variable as the list offers it. */
export interface Variable {
  readonly name: Placeholder;
  /** What it means, in the language of the interface. */
  readonly word: string;
  /** Its value in this conversation, now. */
  readonly value: string;
}

type Facts = Parameters<typeof placeholderValues>[0];

/** The values of the variables that have one here: a contact may have no number, and a ticket no queue. */
export function knownValues(facts: Facts, now: Date, zone: string): Readonly<Partial<Record<Placeholder, string>>> {
  const values = placeholderValues(facts, now, zone);
  return Object.fromEntries(PLACEHOLDERS.map((name) => [name, values[name]] as const).filter(([, value]) => value.trim() !== ""));
}

/** The variables with a value whose name or meaning has the letters. */
export function matchVariables(
  values: Readonly<Partial<Record<Placeholder, string>>>,
  wordOf: (name: Placeholder) => string,
  query: string,
): readonly Variable[] {
  const wanted = foldText(query.trim());
  return PLACEHOLDERS.flatMap((name) => {
    const [word, value] = [wordOf(name), values[name]];
    return value !== undefined && (name.includes(wanted) || foldText(word).includes(wanted)) ? [{ name, word, value }] : [];
  });
}
