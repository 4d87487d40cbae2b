/** The ciphers are loaded when a session begins, beside the page's own code. */
const loadEnvelope = () => import("@balcao/domain/envelope");

/** E-mail and password, each in its envelope (D-001, AUTH-010). */
export async function sealCredentials(
  plain: { readonly email: string; readonly password: string },
  secret: string,
): Promise<{ email: string; password: string }> {
  const { sealField } = await loadEnvelope();
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  return { email: sealField(secret, "email", plain.email, random), password: sealField(secret, "password", plain.password, random) };
}

/** The readable e-mail of an answer (AUTH-011); what does not open is shown as nothing. */
export async function openEmail(sealed: string, secret: string): Promise<string> {
  const { openField } = await loadEnvelope();
  return openField(secret, "email", sealed) ?? "";
}
