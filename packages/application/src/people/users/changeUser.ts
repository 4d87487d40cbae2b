import type { Profile } from "@balcao/domain/access";
import { openField } from "@balcao/domain/envelope";
import type { SubstitutionDraft } from "@balcao/domain/users";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ListChange } from "@balcao/contracts/route";
import type { UserView } from "@balcao/contracts/users";
import { endPasswordLink, revokeAuthSessionsOfUser } from "@balcao/database/authSessions";
import { User, UserQueue, UserSubstitution } from "@balcao/database/models";
import { command, describeList, refuseChangedRows, resolveList, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { accessUser } from "./readUsers.js";
import { toAccountEmail } from "./createUser.js";
import { changeQueues, refuseUnknownLinks, setSubstitutions } from "./userLinks.js";
import { toUserView, userPresenter } from "./userViews.js";

/** The fields to change; what is absent stays. */
interface UserChanges {
  readonly name?: string | undefined;
  readonly profile?: Profile | undefined;
  readonly active?: boolean | undefined;
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
  readonly defaultConnectionId?: number | null | undefined;
  readonly substitutions?: readonly SubstitutionDraft[] | undefined;
}

interface ChangeUserInput {
  readonly userId: number;
  /** Whether a password came without the present one: refused for oneself, ignored for others [D-116]. */
  readonly hasPassword: boolean;
  readonly sealedEmail: string | undefined;
  /** The present password, which a change of one's own e-mail asks for. */
  readonly sealedCurrent: string | undefined;
  readonly changes: UserChanges;
  /** Null: as they are. */
  readonly queues: ListChange | null;
  /** The substitutions that the person saw. */
  readonly expectedSubstitutions?: readonly SubstitutionDraft[] | undefined;
  readonly note: AuditNote | null;
}

/** The secret of sealed fields, and what asks for the person's own password. */
interface ChangeTools {
  readonly transportSecret: string;
  readonly confirmPassword: (sealed: string | undefined) => Promise<void>;
}

/** What people without administration may change of themselves. */
const PERSONAL: ReadonlySet<string> = new Set(["name", "email", "defaultConnectionId"]);

/**
 * Changes an account: administrators every field of everybody, others their name, e-mail and default connection.
 * One's own e-mail asks for the present password, and a deactivation ends all sessions for good.
 * Throws ERR_NO_PERMISSION for another field that would change, ERR_VALIDATION with the field, ERR_EMAIL_TAKEN.
 */
export async function changeUser(
  services: Services,
  ctx: Ctx,
  { transportSecret, confirmPassword }: ChangeTools,
  { userId, hasPassword, sealedEmail, sealedCurrent, changes, queues, expectedSubstitutions, note }: ChangeUserInput,
): Promise<UserView> {
  const user = accessUser(services, ctx, userId);
  if (ctx.actor.id === userId) refusePasswordChange(user, hasPassword);
  const email = sealedEmail === undefined ? undefined : toAccountEmail(openField(transportSecret, "email", sealedEmail));
  refuseUnknownLinks(services, { ...changes, queueIds: queues?.whole ?? queues?.added });
  // Whoever holds a session could otherwise take the account over: a reset password follows the e-mail.
  if (ctx.actor.id === userId && email !== undefined && email !== user.email) await confirmPassword(sealedCurrent);
  await command(services, ctx, async (unit) => {
    const account = await lockAccount(unit, userId);
    const list = resolveList(account.queueIds, ctx.actor.profile === "admin" ? queues : unexpecting(queues));
    const changed = changedFields(account, { ...changes, email, queueIds: list.next });
    refuseForbidden(ctx, userId, changed);
    refuseChangedRows(account.substitutions, expectedSubstitutions, changes.substitutions);
    if (Object.keys(changed).length === 0) return { audit: "unchanged", result: null };
    await writeAccount(unit, userId, changed, ctx.now);
    await changeQueues(unit, userId, list);
    await unit.live("user", { id: userId, action: "update", ...(changed.profile !== undefined && { profileChanged: true }) });
    const description = describeList(list, services.directory.current().queues);
    return { audit: { action: "user.change", subjectUserId: userId, description, note }, result: null };
  });
  return toUserView(services.directory.current().users.get(userId) ?? user, userPresenter(services, ctx.sessionId));
}

type Fields = UserChanges & { readonly email?: string | undefined; readonly queueIds: readonly number[] };
type LockedAccount = Readonly<Record<string, unknown>> & {
  readonly queueIds: readonly number[];
  readonly substitutions: readonly SubstitutionDraft[];
};
type Changed = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/**
 * Reads an account and keeps it locked until the transaction ends. The directory may be seconds old, and a change back to its value
 * would then be lost.
 */
async function lockAccount(unit: Unit, userId: number): Promise<LockedAccount> {
  const row = await User.findOne({ where: { id: userId, deletedAt: null }, lock: true, transaction: unit.orm });
  if (!row) throw new AppError("ERR_NO_USER_FOUND");
  const queues = await UserQueue.findAll({ where: { userId }, transaction: unit.orm });
  const substitutions = await UserSubstitution.findAll({ where: { userId }, transaction: unit.orm });
  return {
    ...row.get({ plain: true }),
    queueIds: queues.map(({ queueId }) => queueId),
    substitutions: substitutions.map(({ queueId, substituteId }) => ({ queueId, substituteId })),
  };
}

/** A person's own password is changed by a call of its own, and before anything else where that is due. */
function refusePasswordChange({ mustChangePassword }: { readonly mustChangePassword: boolean }, hasPassword: boolean): void {
  if (mustChangePassword) throw new AppError("ERR_PASSWORD_CHANGE_REQUIRED");
  if (hasPassword) throw invalidField("currentPassword", "required");
}

/** Writes what has changed besides the queues; a deactivation ends all sessions, and a link that was mailed to the earlier address ends. */
async function writeAccount(unit: Unit, userId: number, changed: Changed, now: Date): Promise<void> {
  const { queueIds: _queues, substitutions, ...columns } = changed;
  if (Object.keys(columns).length > 0) await User.update(columns, { where: { id: userId }, transaction: unit.orm });
  if (substitutions) await setSubstitutions(unit, userId, substitutions);
  if (changed.active === false || changed.email !== undefined) await endPasswordLink(unit, userId);
  if (changed.active === false) await revokeAuthSessionsOfUser(unit, userId, { now, reason: "deactivated" });
  if (changed.email !== undefined) await unit.live("account", { userId, change: "email" });
}

/** The given fields whose values differ from the account's. */
function changedFields(present: Readonly<Record<string, unknown>>, fields: Fields): Changed {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && comparable(value) !== comparable(present[name])),
  );
}

/** A text that is equal for equal values; the order of a list does not count. */
function comparable(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value);
}

/** Who may not change the queues is told that (403), and not whether they are as expected (409). */
const unexpecting = (queues: ListChange | null): ListChange | null =>
  queues?.whole ? { whole: queues.whole, expected: undefined } : queues;

function refuseForbidden({ actor }: Ctx, userId: number, changed: Changed): void {
  if (actor.profile !== "admin" && Object.keys(changed).some((name) => !PERSONAL.has(name))) throw new AppError("ERR_NO_PERMISSION");
  if (actor.id !== userId) return;
  // Whoever takes the administration from themselves could not give it back.
  if (changed.active === false) throw invalidField("active", "self", "Você não pode desativar a própria conta.");
  if (changed.profile !== undefined) throw invalidField("profile", "self", "Você não pode mudar o próprio perfil.");
}
