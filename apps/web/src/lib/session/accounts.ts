import type { Call } from "@balcao/contracts/route";
import type { Routes } from "@balcao/contracts/routes";
import type { UserView } from "@balcao/contracts/users";
import { call } from "../api/call";
import { loadConfig } from "../config";
import { sealCredentials, sealCurrentPassword, sealEmail } from "./envelope";

type Sealed = "email" | "password" | "currentPassword";
type AccountFields = Omit<Call<Routes["users"]["create"]>["body"], Sealed>;
type ChangedFields = Omit<Call<Routes["users"]["change"]>["body"], Sealed>;

/** Creates an account for another person, with e-mail and password sealed. */
export async function createUser(
  credentials: { readonly email: string; readonly password: string },
  fields: AccountFields,
  idempotencyKey: string,
): Promise<UserView> {
  const { transportSecret } = await loadConfig();
  const body = { ...fields, ...(await sealCredentials(credentials, transportSecret)) };
  return call("users", "create", { body }, { idempotencyKey });
}

/** An e-mail that changes; one's own asks for the present password. */
interface EmailChange {
  readonly email?: string | undefined;
  readonly currentPassword?: string | undefined;
}

/** Changes an account, with its e-mail sealed; without one the e-mail stays. */
export async function changeUser(userId: number, { email, currentPassword }: EmailChange, fields: ChangedFields): Promise<UserView> {
  const { transportSecret } = await loadConfig();
  const sealed = {
    ...(email !== undefined && { email: await sealEmail(email, transportSecret) }),
    ...(email !== undefined && currentPassword && { currentPassword: await sealCurrentPassword(currentPassword, transportSecret) }),
  };
  return call("users", "change", { params: { userId }, body: { ...fields, ...sealed } });
}
