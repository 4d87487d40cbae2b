import type { Call } from "@balcao/contracts/route";
import type { Routes } from "@balcao/contracts/routes";
import type { UserView } from "@balcao/contracts/users";
import type { NewUserForm } from "@balcao/domain/forms";
import { call } from "../api/call";
import { loadConfig } from "../config";
import { sealCredentials } from "./envelope";

type Remark = NonNullable<Call<Routes["users"]["create"]>["body"]["log"]>;

/** Makes an account for a colleague, e-mail and password sealed on the way (API-059, LOG-007). */
export async function createUser({ email, password, profile, ...person }: NewUserForm, log: Remark): Promise<UserView> {
  const { transportSecret } = await loadConfig();
  const sealed = await sealCredentials({ email, password }, transportSecret);
  return call("users", "create", { body: { ...person, ...sealed, profile, active: true, log } });
}
