/** The address that a text is, or null. Safari before 17 has no URL.canParse. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
