/** A list of options that a customer taps on instead of writing. */
export interface OptionList {
  /** The words of the button that opens it, at most 20 characters. */
  readonly button: string;
  readonly rows: readonly { readonly id: string; readonly title: string }[];
}

/** Meta's limits: more options or a longer text go out as a numbered text. */
const MOST_ROWS = 10;
const LONGEST_TITLE = 24;
const LONGEST_BODY = 4_096;

const ROW_ID = /^option:(\d{1,9})$/;

/** The options of a menu as a list; null where a list cannot hold them. */
export function toOptionList(body: string, options: readonly { readonly id: number; readonly name: string }[]): OptionList | null {
  if (options.length === 0 || options.length > MOST_ROWS || body.length > LONGEST_BODY) return null;
  const titleOf = (name: string): string => (name.length <= LONGEST_TITLE ? name : `${name.slice(0, LONGEST_TITLE - 1).trimEnd()}…`);
  return { button: "Ver opções", rows: options.map(({ id, name }) => ({ id: `option:${id}`, title: titleOf(name) })) };
}

/** The option of a tapped row; null for a row of somebody else's list. */
export function readOptionRow(rowId: string): number | null {
  const [, id] = ROW_ID.exec(rowId) ?? [];
  return id === undefined ? null : Number(id);
}

/** The list that is stored with a message; null without one. */
export function readOptionList(stored: unknown): OptionList | null {
  if (typeof stored !== "object" || stored === null || !("button" in stored) || !("rows" in stored)) return null;
  const { button, rows } = stored;
  return typeof button === "string" && Array.isArray(rows) ? { button, rows: rows as OptionList["rows"] } : null;
}
