import { loadConfig } from "../config";
import { sealCurrentPassword } from "./envelope";

/** The body of a call that asks for the person's own password again. */
export async function sealOwnPassword(password: string): Promise<{ readonly currentPassword: string }> {
  const { transportSecret } = await loadConfig();
  return { currentPassword: await sealCurrentPassword(password, transportSecret) };
}
