import type { Call } from "@balcao/contracts/route";
import type { Routes } from "@balcao/contracts/routes";
import type { PasswordChangeForm } from "@balcao/domain/forms";
import { call } from "../api/call";
import { loadConfig } from "../config";
import { sealPasswords } from "./envelope";
import { admit } from "./session";

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
