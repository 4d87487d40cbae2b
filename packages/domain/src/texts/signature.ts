/**
 * The text of a message without the signature of the person who wrote it, which the browser puts
 * before it. Null for a message that no person of ours wrote.
 */
export function withoutSignature(body: string, userName: string | null): { readonly text: string; readonly signed: boolean } {
  const signature = `*${userName ?? ""}:*\n`;
  const signed = userName !== null && body.startsWith(signature);
  return { text: signed ? body.slice(signature.length) : body, signed };
}
