import { createHash } from "node:crypto";
import { passwordMail } from "@balcao/contracts/auth";
import { AppError } from "@balcao/contracts/errors";
import { toAlertLanguage } from "@balcao/contracts/health";
import {
  deleteSecondFactor,
  findPasswordLink,
  getAccountByEmail,
  putPasswordLink,
  revokeAuthSessionsOfUser,
  setAccountPassword,
  setTemporaryPassword,
  takePasswordLink,
} from "@balcao/database/authSessions";
import type { Database } from "@balcao/database/sql";
import { openField } from "@balcao/domain/envelope";
import type { Clock } from "@balcao/platform/clock";
import { randomToken } from "@balcao/platform/ids";
import type { PasswordHasher } from "@balcao/platform/passwords";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { inUnit } from "../../ground/kernel/index.js";
import { toAccountEmail, toNewPassword } from "../users/index.js";
import { after, LIFE, type AuthServices, type Visitor } from "./auth.js";
import { openSealed } from "./currentPassword.js";
import { PASSWORD_REASONS } from "./guard.js";
import { countLinkRequest } from "./loginLimiter.js";
import { makePassword } from "./madePassword.js";

/** An account gets one link that it asked for in this time, so that nobody fills a mailbox. */
const APART_SECONDS = 120;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * Mails a link for a new password to an active account with this e-mail [D-580]. Says the same at once whether there is one or not,
 * because who asks is not known. Throws ERR_NOT_FOUND without a mail server, ERR_VALIDATION, ERR_TOO_MANY_REQUESTS.
 */
export async function askForLink(
  auth: AuthServices,
  { ip }: Visitor,
  { sealedEmail }: { readonly sealedEmail: string },
): Promise<{ readonly message: string }> {
  const { services, secrets, mail } = auth;
  if (mail === null) throw new AppError("ERR_NOT_FOUND");
  const email = toAccountEmail(openField(secrets.transportSecret, "email", sealedEmail));
  await countLinkRequest(services.database, ip);
  const user = [...services.directory.current().users.values()].find((each) => each.email === email && each.active && !each.deleted);
  // The answer does not wait for the mail: its time would tell whether there is an account.
  if (user)
    void sendLink(auth, user.id, "asked").catch((error: unknown) =>
      services.logger.warn({ err: error }, "a mail with a link was not sent"),
    );
  return { message: "Se houver uma conta com este e-mail, o link chega em instantes." };
}

/** Makes a link in place of the account's earlier one and mails it; throws MailError. Does nothing where the person has asked for one just now. */
export async function sendLink(auth: AuthServices, userId: number, kind: "asked" | "sent"): Promise<void> {
  const { services, mail } = auth;
  const { users, settings } = services.directory.current();
  const user = users.get(userId);
  if (mail === null || !user) return;
  const now = services.clock.now();
  const seconds = kind === "asked" ? LIFE.askedLink : LIFE.sentLink;
  const token = randomToken();
  const unlessSince = kind === "asked" ? after(now, -APART_SECONDS) : now;
  const link = { userId, tokenHash: hashOf(token), now, until: after(now, seconds), unlessSince };
  if (!(await putPasswordLink(services.database.sql, link))) return;
  // Behind "#", what servers and proxies write into their logs does not have it.
  const address = `${mail.publicUrl}/login#senha=${token}`;
  const { subject, text } = passwordMail(toAlertLanguage(settings.defaultLanguage, "pt"), kind, {
    name: user.name,
    address,
    hours: seconds / 3_600,
  });
  await mail.send({ to: user.email, subject, text, messageId: `<password-${randomToken()}@${new URL(mail.publicUrl).hostname}>` });
}

/**
 * Gives the account of a link the password that its person chose; the link counts once, and all sessions of the account end [D-580]. Throws
 * ERR_PASSWORD_LINK for one that was used, replaced or has ended, ERR_VALIDATION for a password that the rules refuse, which leaves the link.
 */
export async function choosePassword(
  auth: AuthServices,
  { ip }: Visitor,
  { token, sealedPassword }: { readonly token: string; readonly sealedPassword: string },
): Promise<{ readonly message: string }> {
  const { services, hasher } = auth;
  const now = services.clock.now();
  const tokenHash = hashOf(token);
  const userId = await findPasswordLink(services.database.sql, tokenHash, now);
  const user = services.directory.current().users.get(userId ?? 0);
  if (userId === null || !user?.active || user.deleted) throw new AppError("ERR_PASSWORD_LINK");
  const passwordHash = await hasher.hash(toNewPassword(openSealed(auth, "password", sealedPassword), user.email));
  await inUnit(services, async (unit) => {
    if (!(await takePasswordLink(unit, tokenHash, now))) throw new AppError("ERR_PASSWORD_LINK");
    await setAccountPassword(unit, userId, passwordHash);
    await revokeAuthSessionsOfUser(unit, userId, { now, reason: PASSWORD_REASONS.reset });
    await recordSystemAudit(unit, "user.choosePassword", { ip, subjectUserId: userId });
    // The directory knows who must change the password first.
    await unit.live("user", { id: userId, action: "update" });
  });
  return { message: "Senha escolhida." };
}

/**
 * Sets a temporary password for the account with this e-mail, ends all its sessions, and returns the
 * password; also takes the second factor away where that is asked for. Null when there is no such account. Meant for the server's operator when nobody can
 * sign in; running processes notice within five seconds.
 */
export async function resetPassword(
  { database, hasher, clock }: { readonly database: Database; readonly hasher: PasswordHasher; readonly clock: Clock },
  email: string,
  { endSecondFactor = false }: { readonly endSecondFactor?: boolean } = {},
): Promise<string | null> {
  const account = await getAccountByEmail(database.sql, email.trim().toLowerCase());
  if (!account) return null;
  const password = makePassword();
  const passwordHash = await hasher.hash(password);
  await database.transaction(async (tx) => {
    const now = clock.now();
    await setTemporaryPassword(tx, account.id, { passwordHash, until: after(now, LIFE.temporaryPassword) });
    await revokeAuthSessionsOfUser(tx, account.id, { now, reason: PASSWORD_REASONS.reset });
    await recordSystemAudit(tx, "user.resetPassword", { subjectUserId: account.id });
    if (endSecondFactor && (await deleteSecondFactor(tx, account.id)))
      await recordSystemAudit(tx, "user.endSecondFactor", { subjectUserId: account.id });
  });
  return password;
}
