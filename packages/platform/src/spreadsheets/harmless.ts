/** A text that no spreadsheet program takes for a formula: it gets an apostrophe in front. */
export const toHarmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The text of a cell without the apostrophe that `toHarmless` puts in front of formulas. */
export const withoutApostrophe = (text: string): string => (/^'[=+\-@]/.test(text) ? text.slice(1) : text);
