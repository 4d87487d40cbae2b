/** What is written above the text of a person who signs it (CONV-013). */
const signatureOf = (userName: string): string => `*${userName}:*\n`;

/** The text with the signature of the person who wrote it. */
export const withSignature = (text: string, userName: string): string => `${signatureOf(userName)}${text}`;

/**
 * The text of a message without the signature of the person who wrote it, which is put
 * before it. Null for a message that no person of ours wrote.
 */
export function withoutSignature(body: string, userName: string | null): { readonly text: string; readonly signed: boolean } {
  const signature = signatureOf(userName ?? "");
  const signed = userName !== null && body.startsWith(signature);
  return { text: signed ? body.slice(signature.length) : body, signed };
}
