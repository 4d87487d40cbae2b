import { call } from "../api/call";
import { loadConfig } from "../config";
import { sealCredentials } from "./envelope";

/** Makes an account for oneself, e-mail and password sealed on the way (AUTH-008, D-007); rejects as the api refuses. */
export async function signUp(name: string, email: string, password: string): Promise<void> {
  const { transportSecret } = await loadConfig();
  await call("auth", "signup", { body: { name, ...(await sealCredentials({ email, password }, transportSecret)) } });
}
