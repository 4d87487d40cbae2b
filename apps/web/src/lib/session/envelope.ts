/** Loads the ciphers when a session starts, separately from the code of the page. */
const loadEnvelope = () => import("@balcao/domain/envelope");

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** E-mail and password, each sealed. */
export async function sealCredentials(
  plain: { readonly email: string; readonly password: string },
  secret: string,
): Promise<{ email: string; password: string }> {
  const { sealField } = await loadEnvelope();
  return { email: sealField(secret, "email", plain.email, random), password: sealField(secret, "password", plain.password, random) };
}

/** A password alone, sealed. */
export async function sealPassword(password: string, secret: string): Promise<string> {
  return (await loadEnvelope()).sealField(secret, "password", password, random);
}

/** An e-mail alone, sealed. */
export async function sealEmail(email: string, secret: string): Promise<string> {
  return (await loadEnvelope()).sealField(secret, "email", email, random);
}

/** The current and the new password, each sealed. */
export async function sealPasswords(
  plain: { readonly currentPassword: string; readonly password: string },
  secret: string,
): Promise<{ currentPassword: string; password: string }> {
  const { sealField } = await loadEnvelope();
  return {
    currentPassword: sealField(secret, "currentPassword", plain.currentPassword, random),
    password: sealField(secret, "password", plain.password, random),
  };
}

/** The current password alone, sealed. */
export async function sealCurrentPassword(password: string, secret: string): Promise<string> {
  return (await loadEnvelope()).sealField(secret, "currentPassword", password, random);
}

/** The readable e-mail of a response; empty when it cannot be opened. */
export async function openEmail(sealed: string, secret: string): Promise<string> {
  const { openField } = await loadEnvelope();
  return openField(secret, "email", sealed) ?? "";
}
