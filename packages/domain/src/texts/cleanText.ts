/** The text as PostgreSQL can store it: U+0000 and unpaired surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** The value with every text and key in it cleaned; keys named `__proto__` are dropped. */
export function cleanTexts(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(cleanTexts);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "__proto__")
      .map(([key, item]) => [cleanText(key), cleanTexts(item)]),
  );
}
