import { DEFAULT_WORKING_HOURS } from "@balcao/domain/calendar";
import { openField } from "@balcao/domain/envelope";
import { AppError } from "@balcao/contracts/errors";
import { User } from "@balcao/database/models";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit, toRefusal } from "../../ground/kernel/index.js";
import { toAccountEmail, toNewPassword } from "../users/index.js";
import type { AuthServices, Visitor } from "./auth.js";
import { openSealed } from "./currentPassword.js";
import { countSignUp } from "./loginLimiter.js";

export interface SignUpInput {
  readonly name: string;
  readonly sealedEmail: string;
  readonly sealedPassword: string;
}

/**
 * Creates an account for somebody who is not signed in [D-007]: profile user, inactive,
 * without queues or contact rights, until an administrator activates it.
 * Throws ERR_USER_CREATION_DISABLED while the setting `userCreation` is off, ERR_TOO_MANY_REQUESTS,
 * ERR_VALIDATION with the field, ERR_EMAIL_TAKEN.
 */
export async function signUp(auth: AuthServices, { ip }: Visitor, input: SignUpInput): Promise<{ readonly message: string }> {
  const { services, hasher, secrets } = auth;
  if (!services.directory.current().settings.userCreation) throw new AppError("ERR_USER_CREATION_DISABLED");
  await countSignUp(services.database, ip);
  const email = toAccountEmail(openField(secrets.transportSecret, "email", input.sealedEmail));
  const passwordHash = await hasher.hash(toNewPassword(openSealed(auth, "password", input.sealedPassword), email));
  await inUnit(services, async (unit) => {
    const account = { ...DEFAULT_WORKING_HOURS, name: input.name, email, passwordHash, profile: "user", active: false } as const;
    const { id } = await User.create(account, { transaction: unit.orm });
    await recordSystemAudit(unit, "user.signup", { ip, subjectUserId: id });
    await unit.live("user", { id, action: "create" });
  }).catch((error: unknown) => {
    throw toRefusal(error);
  });
  return { message: "Conta criada. Um administrador precisa ativá-la." };
}
