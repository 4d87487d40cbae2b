import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { UserView } from "@balcao/contracts/users";
import { User } from "@balcao/database/models";
import type { Profile } from "@balcao/domain/access";
import { DEFAULT_WORKING_HOURS } from "@balcao/domain/calendar";
import { openField } from "@balcao/domain/envelope";
import {
  COMMON_PASSWORD_SENTENCE,
  KNOWN_PASSWORD_SENTENCES,
  PASSWORD_SENTENCES,
  passwordFaults,
  type SubstitutionDraft,
} from "@balcao/domain/users";
import { isCommonPassword, type PasswordHasher } from "@balcao/platform/passwords";
import { createCommand, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { changeQueues, refuseUnknownLinks, setSubstitutions } from "./userLinks.js";
import { toUserView, userPresenter } from "./userViews.js";

export interface NewUserInput {
  readonly name: string;
  readonly sealedEmail: string;
  /** Sealed or plain [D-002]. */
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
  readonly sendToMany?: boolean | undefined;
  readonly maintain?: boolean | undefined;
  readonly active?: boolean | undefined;
  readonly substitutions: readonly SubstitutionDraft[];
  readonly note: AuditNote | null;
}

/** The secret of sealed fields, and the password hasher. */
export interface PasswordTools {
  readonly transportSecret: string;
  readonly hasher: PasswordHasher;
}

const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u;

/**
 * Returns an account's e-mail trimmed and in lower case; throws ERR_VALIDATION for null and invalid
 * addresses.
 */
export function toAccountEmail(plain: string | null): string {
  const email = plain?.trim().toLowerCase() ?? "";
  if (!EMAIL.test(email) || email.length > 254) throw invalidField("email", "email");
  return email;
}

/**
 * Returns a valid password; otherwise throws ERR_VALIDATION with the sentence of the first violated
 * rule, or that the password is a common one or the account's e-mail.
 */
export function toNewPassword(plain: string, email: string): string {
  const [fault] = passwordFaults(plain);
  if (fault !== undefined) throw invalidField("password", fault, PASSWORD_SENTENCES[fault]);
  if (isCommonPassword(plain)) throw invalidField("password", "common", COMMON_PASSWORD_SENTENCE);
  if (plain.trim().toLowerCase() === email) throw invalidField("password", "email", KNOWN_PASSWORD_SENTENCES.email);
  return plain;
}

/**
 * Creates an account, for administrators [API-059]. Rules: password D-113, flags D-124, working
 * time USER-027 and USER-028, substitutions USER-018 to USER-020.
 * Throws ERR_VALIDATION with the field, ERR_EMAIL_TAKEN.
 */
export async function createUser(
  services: Services,
  ctx: Ctx,
  { transportSecret, hasher }: PasswordTools,
  input: NewUserInput,
): Promise<UserView> {
  const email = toAccountEmail(openField(transportSecret, "email", input.sealedEmail));
  const password = toNewPassword(openField(transportSecret, "password", input.passwordText) ?? input.passwordText, email);
  refuseUnknownLinks(services, input);
  const { sealedEmail: _sealedEmail, passwordText: _passwordText, note, ...facts } = input;
  const passwordHash = await hasher.hash(password);
  const userId = await createCommand(services, ctx, { ...facts, email }, async (unit) => {
    const id = await insertUser(unit, facts, email, passwordHash);
    await unit.live("user", { id, action: "create" });
    return { audit: { action: "user.create", subjectUserId: id, note }, result: id };
  });
  const user = services.directory.current().users.get(userId);
  if (!user) throw new AppError("ERR_NO_USER_FOUND");
  return toUserView(user, userPresenter(services, ctx.sessionId));
}

type Facts = Omit<NewUserInput, "sealedEmail" | "passwordText" | "note">;

function workingHours(facts: Facts) {
  const usual = DEFAULT_WORKING_HOURS;
  return {
    weekdays: facts.weekdays ?? usual.weekdays,
    saturday: facts.saturday ?? usual.saturday,
    sunday: facts.sunday ?? usual.sunday,
    holidays: facts.holidays ?? usual.holidays,
    startTime: facts.startTime ?? usual.startTime,
    endTime: facts.endTime ?? usual.endTime,
  };
}

/** What the person may do with contacts: administrators everything, unless it is said. */
function contactFlags({ profile, addContact, editContact, delContact }: Facts) {
  const isAdmin = profile === "admin";
  return { addContact: addContact ?? isAdmin, editContact: editContact ?? isAdmin, delContact: delContact ?? isAdmin };
}

/** Inserts an account with its queues and substitutes; the caller has checked its facts. */
export async function insertUser(unit: Unit, facts: Facts, email: string, passwordHash: string): Promise<number> {
  const user = await User.create(
    {
      name: facts.name.trim(),
      email,
      passwordHash,
      profile: facts.profile,
      active: facts.active ?? true,
      ...workingHours(facts),
      ...contactFlags(facts),
      sendToMany: facts.sendToMany ?? false,
      maintain: facts.maintain ?? false,
      defaultConnectionId: facts.defaultConnectionId ?? null,
    },
    { transaction: unit.orm },
  );
  await changeQueues(unit, user.id, { added: facts.queueIds ?? [], removed: [] });
  await setSubstitutions(unit, user.id, facts.substitutions);
  return user.id;
}
