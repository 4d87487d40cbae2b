import { loadConfig } from "../config";
import { useSecondsUntil } from "../useSecondsUntil";
import { sealCurrentPassword } from "./envelope";
import { useSelf } from "./session";

/** The body of a call that asks for the person's own password again; without one the sign-in by the provider may stand for it (D-681). */
export async function sealOwnPassword(password: string): Promise<{ readonly currentPassword?: string }> {
  if (password === "") return {};
  const { transportSecret } = await loadConfig();
  return { currentPassword: await sealCurrentPassword(password, transportSecret) };
}

/** How the person shows who they are: by the password, by the sign-in at the provider that is new enough, or by another one. */
export function useProof(): "password" | "given" | "signIn" {
  const { provenUntil } = useSelf();
  const seconds = useSecondsUntil(provenUntil === null ? null : Date.parse(provenUntil));
  if (provenUntil === null) return "password";
  return seconds > 0 ? "given" : "signIn";
}
