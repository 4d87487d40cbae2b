import { call } from "../api/call";
import { loadConfig } from "../config";
import { sealCredentials } from "./envelope";

/**
 * Creates the person's own account, with e-mail and password sealed; rejects with
 * the refusal of the api.
 */
export async function signUp(name: string, email: string, password: string): Promise<void> {
  const { transportSecret } = await loadConfig();
  await call("auth", "signup", { body: { name, ...(await sealCredentials({ email, password }, transportSecret)) } });
}
