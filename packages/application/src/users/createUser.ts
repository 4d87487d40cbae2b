import type { Profile } from "@balcao/domain/access";
import { DEFAULT_WORKING_HOURS } from "@balcao/domain/calendar";
import { openField } from "@balcao/domain/envelope";
import { substitutionProblem, type SubstitutionDraft } from "@balcao/domain/users";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { UserView } from "@balcao/contracts/users";
import { User, UserQueue, UserSubstitution } from "@balcao/database/models";
import type { PasswordHasher } from "@balcao/platform/passwords";
import { createCommand, type Ctx, type House, type Unit } from "../kernel/index.js";
import { toAccountEmail, toNewPassword } from "./newAccount.js";
import { toUserView, userPresenter } from "./userViews.js";

export interface NewUserInput {
  readonly name: string;
  readonly sealedEmail: string;
  /** Sealed or plain (D-002). */
  readonly passwordText: string;
  readonly profile: Profile;
  readonly defaultConnectionId: number | undefined;
  readonly queueIds?: readonly number[] | undefined;
  readonly weekdays?: boolean | undefined;
  readonly saturday?: boolean | undefined;
  readonly sunday?: boolean | undefined;
  readonly holidays?: boolean | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly addContact?: boolean | undefined;
  readonly editContact?: boolean | undefined;
  readonly delContact?: boolean | undefined;
  readonly active?: boolean | undefined;
  readonly substitutions: readonly SubstitutionDraft[];
  readonly note: AuditNote | null;
}

/** What opens the sealed fields and hashes passwords. */
export interface PasswordTools {
  readonly transportSecret: string;
  readonly hasher: PasswordHasher;
}

/**
 * A new account, for administrators (API-059). Password by the rules of D-113, flags by D-124, working time by USER-027 and
 * USER-028, substitutions by USER-018 to USER-020.
 * Throws ERR_VALIDATION with the field, ERR_EMAIL_TAKEN.
 */
export async function createUser(
  house: House,
  ctx: Ctx,
  { transportSecret, hasher }: PasswordTools,
  input: NewUserInput,
): Promise<UserView> {
  const email = toAccountEmail(openField(transportSecret, "email", input.sealedEmail));
  const password = toNewPassword(openField(transportSecret, "password", input.passwordText) ?? input.passwordText);
  refuseUnknownLinks(house, input);
  const { sealedEmail: _sealedEmail, passwordText: _passwordText, note, ...facts } = input;
  const passwordHash = await hasher.hash(password);
  const userId = await createCommand(house, ctx, { ...facts, email }, async (unit) => {
    const id = await insertUser(unit, facts, email, passwordHash);
    await unit.live("user", { id, action: "create" });
    return { audit: { action: "user.create", subjectUserId: id, note }, result: id };
  });
  const user = house.directory.current().users.get(userId);
  if (!user) throw new AppError("ERR_NO_USER_FOUND");
  return toUserView(user, userPresenter(house, ctx.sessionId));
}

function refuseUnknownLinks(house: House, { queueIds = [], defaultConnectionId, substitutions }: NewUserInput): void {
  const { users, queues, connections } = house.directory.current();
  if (queueIds.some((id) => !queues.has(id))) throw invalidField("queueIds", "unknown");
  if (defaultConnectionId !== undefined && !connections.has(defaultConnectionId)) throw invalidField("whatsappId", "unknown");
  const problem = substitutionProblem(
    substitutions,
    [...users.values()].filter(({ deleted }) => !deleted),
  );
  if (problem !== null) throw invalidField("substitution", "substitution", problem);
}

type Facts = Omit<NewUserInput, "sealedEmail" | "passwordText" | "note">;

async function insertUser(unit: Unit, facts: Facts, email: string, passwordHash: string): Promise<number> {
  const hasFlags = facts.profile === "admin";
  const hours = DEFAULT_WORKING_HOURS;
  const user = await User.create(
    {
      name: facts.name.trim(),
      email,
      passwordHash,
      profile: facts.profile,
      active: facts.active ?? true,
      weekdays: facts.weekdays ?? hours.weekdays,
      saturday: facts.saturday ?? hours.saturday,
      sunday: facts.sunday ?? hours.sunday,
      holidays: facts.holidays ?? hours.holidays,
      startTime: facts.startTime ?? hours.startTime,
      endTime: facts.endTime ?? hours.endTime,
      addContact: facts.addContact ?? hasFlags,
      editContact: facts.editContact ?? hasFlags,
      delContact: facts.delContact ?? hasFlags,
      defaultConnectionId: facts.defaultConnectionId ?? null,
    },
    { transaction: unit.orm },
  );
  const queueIds = [...new Set(facts.queueIds ?? [])];
  await UserQueue.bulkCreate(
    queueIds.map((queueId) => ({ userId: user.id, queueId })),
    { transaction: unit.orm },
  );
  await UserSubstitution.bulkCreate(
    facts.substitutions.flatMap(({ queueId, substituteId }) =>
      queueId === null || substituteId === null ? [] : [{ userId: user.id, queueId, substituteId }],
    ),
    { transaction: unit.orm },
  );
  return user.id;
}
