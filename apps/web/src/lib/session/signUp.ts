import { call } from "../api/call";
import { loadConfig } from "../config";
import { sealCredentials, sealEmail, sealPassword } from "./envelope";

/**
 * Creates the person's own account, with e-mail and password sealed; rejects with
 * the refusal of the api.
 */
export async function signUp(name: string, email: string, password: string): Promise<void> {
  const { transportSecret } = await loadConfig();
  await call("auth", "signup", { body: { name, ...(await sealCredentials({ email, password }, transportSecret)) } });
}

/** Asks for a mail with a link to a new password (D-580); rejects with the refusal of the api. */
export async function askForLink(email: string): Promise<void> {
  const { transportSecret } = await loadConfig();
  await call("auth", "askForLink", { body: { email: await sealEmail(email, transportSecret) } });
}

/** Chooses a password by the token of a link; rejects with the refusal of the api. */
export async function choosePassword(token: string, password: string): Promise<void> {
  const { transportSecret } = await loadConfig();
  await call("auth", "choosePassword", { body: { token, password: await sealPassword(password, transportSecret) } });
}
