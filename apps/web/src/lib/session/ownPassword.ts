import type { Call } from "@balcao/contracts/route";
import type { Routes } from "@balcao/contracts/routes";
import type { DeletedFilesView } from "@balcao/contracts/settings";
import type { PasswordChangeForm } from "@balcao/domain/forms";
import { call } from "../api/call";
import { loadConfig } from "../config";
import { useSecondsUntil } from "../useSecondsUntil";
import { sealCurrentPassword, sealPasswords } from "./envelope";
import { admit, useSelf } from "./session";

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

/** Many files take longer than an ordinary call. */
const SLOW_MS = 120_000;

/** Deletes the files that nothing uses, with the person's own password, sealed on the way. */
export async function deleteUnusedFiles(password: string): Promise<DeletedFilesView> {
  const log = { descricao: "Excluiu arquivos sem uso", origem: "Configurações" };
  const body = { ...(await sealOwnPassword(password)), log };
  return call("settings", "deleteFiles", { body }, { timeoutMs: SLOW_MS });
}

type Remark = NonNullable<Call<Routes["users"]["change"]>["body"]["log"]>;

/**
 * Changes one's own password, both values sealed on the way; other sessions of the person end
 * (LOG-007).
 */
export async function changePassword(userId: number, { currentPassword, password }: PasswordChangeForm, log: Remark): Promise<void> {
  const { transportSecret } = await loadConfig();
  const sealed = await sealPasswords({ currentPassword, password }, transportSecret);
  await call("users", "change", { params: { userId }, body: { ...sealed, log } });
  admit({ mustChangePassword: false });
}
