import { demandsSecondFactor, readCode } from "@balcao/domain/users";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { PendingFactorView, RecoveryCodesView, SecondFactorView } from "@balcao/contracts/auth";
import {
  confirmSecondFactor as confirmRow,
  deleteSecondFactor,
  getSecondFactor,
  listPasskeys,
  putPendingFactor,
  replaceRecoveryCodes,
  revokeAuthSessionsOfUser,
  useCodeStep,
  useRecoveryCode,
} from "@balcao/database/authSessions";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { command, type Ctx } from "../../ground/kernel/index.js";
import { accessUser } from "../users/index.js";
import type { AuthServices, Visitor } from "./auth.js";
import { confirmPassword } from "./currentPassword.js";
import { beginCodeAttempt } from "./loginLimiter.js";
import { toPasskeyView } from "./passkeys.js";
import { hashCode, makeRecoveryCodes, tellChange, written } from "./recoveryCodes.js";
import { addressOf, matchingStep, newSecret } from "./totp.js";

/** The context under which a second factor's secret is sealed. */
export const secondFactorContext = (userId: number): string => `second_factor ${userId}`;
const wrongCode = (): AppError => invalidField("code", "wrong");

/**
 * Asks for the code of an account that has a second factor: one of the app, used once, or one for recovery [D-520]. Throws
 * ERR_SECOND_FACTOR without a code, ERR_SECOND_FACTOR_CODE for a wrong or used one, ERR_TOO_MANY_REQUESTS after ten wrong ones.
 */
export async function checkSecondFactor(auth: AuthServices, { ip }: Visitor, userId: number, text: string): Promise<void> {
  const { database, sealer, clock } = auth.services;
  const factor = await getSecondFactor(database.sql, userId);
  if (factor === null || factor.since === null) return;
  const { secret } = factor;
  if (text === "") throw new AppError("ERR_SECOND_FACTOR");
  const attempt = await beginCodeAttempt(database, userId);
  if (!(await isRightCode())) {
    await recordSystemAudit(database.sql, "session.loginFailed", { ip, subjectUserId: userId });
    throw new AppError("ERR_SECOND_FACTOR_CODE");
  }
  await attempt.forgive();

  async function isRightCode(): Promise<boolean> {
    const read = readCode(text);
    if (read?.kind === "recovery") return useRecoveryCode(database.sql, userId, hashCode(userId, read.code));
    if (read === null || secret === null) return false;
    const step = matchingStep(sealer.open(secret, secondFactorContext(userId)), read.code, clock.now());
    return step !== null && (await useCodeStep(database.sql, userId, step));
  }
}

/** Whether an account asks for a second step. */
export async function asksSecondFactor({ services }: AuthServices, userId: number): Promise<boolean> {
  return ((await getSecondFactor(services.database.sql, userId))?.since ?? null) !== null;
}

/** Returns whether the person has a second factor, and whether the company demands one. */
export async function readSecondFactor({ services, passkeys }: AuthServices, { actor }: Ctx): Promise<SecondFactorView> {
  const keys = await listPasskeys(services.database.sql, actor.id);
  const factor = await getSecondFactor(services.database.sql, actor.id);
  return {
    since: factor?.since?.toISOString() ?? null,
    app: (factor?.secret ?? null) !== null,
    recoveryCodes: factor?.recoveryCodes ?? 0,
    demanded: demandsSecondFactor(actor.profile, services.directory.current().settings),
    offersPasskeys: passkeys !== null,
    passkeys: keys.map(toPasskeyView),
  };
}

interface Proof {
  readonly sealedCurrent: string | undefined;
}

/** Makes a secret that counts once `confirmSecondFactor` got its first code; one that counts already goes on until then. */
export async function beginSecondFactor(auth: AuthServices, ctx: Ctx, { sealedCurrent }: Proof): Promise<PendingFactorView> {
  await confirmPassword(auth, ctx, sealedCurrent);
  const { services } = auth;
  const { id } = ctx.actor;
  const { users, settings } = services.directory.current();
  const secret = newSecret();
  // Nothing has changed for anybody until the code is given.
  await putPendingFactor(services.database.sql, id, services.sealer.seal(secret, secondFactorContext(id)));
  return { secret, address: addressOf(secret, settings.companyName || "Balcão", users.get(id)?.email ?? "") };
}

/**
 * Turns the second factor on, or moves it to another app, with the first code of the secret that was made last. Returns new recovery
 * codes. Throws ERR_VALIDATION with the field for a wrong code.
 */
export async function confirmSecondFactor(
  auth: AuthServices,
  ctx: Ctx,
  { code: text }: { readonly code: string },
): Promise<RecoveryCodesView> {
  const { services } = auth;
  const { actor, now } = ctx;
  const attempt = await beginCodeAttempt(services.database, actor.id);
  const pending = (await getSecondFactor(services.database.sql, actor.id))?.pending ?? null;
  const read = readCode(text);
  const step =
    pending !== null && read?.kind === "app"
      ? matchingStep(services.sealer.open(pending, secondFactorContext(actor.id)), read.code, now)
      : null;
  if (pending === null || step === null) throw wrongCode();
  const codes = makeRecoveryCodes();
  await command(services, ctx, async (unit) => {
    const confirmed = { pending, now, step, recoveryHashes: codes.map((code) => hashCode(actor.id, code)) };
    if (!(await confirmRow(unit, actor.id, confirmed))) throw wrongCode();
    await tellChange(unit, ctx, "secondFactorOn");
    return { audit: { action: "user.secondFactor", subjectUserId: actor.id }, result: null };
  });
  await attempt.forgive();
  return { recoveryCodes: codes.map(written) };
}

/** Gives the person other recovery codes. Throws ERR_NOT_FOUND without a second factor. */
export async function renewRecoveryCodes(auth: AuthServices, ctx: Ctx, { sealedCurrent }: Proof): Promise<RecoveryCodesView> {
  await confirmPassword(auth, ctx, sealedCurrent);
  const { id } = ctx.actor;
  const codes = makeRecoveryCodes();
  await command(auth.services, ctx, async (unit) => {
    if (((await getSecondFactor(unit, id))?.since ?? null) === null) throw new AppError("ERR_NOT_FOUND");
    await replaceRecoveryCodes(
      unit,
      id,
      codes.map((code) => hashCode(id, code)),
    );
    return { audit: { action: "user.recoveryCodes", subjectUserId: id }, result: null };
  });
  return { recoveryCodes: codes.map(written) };
}

/**
 * Takes one's own second factor away. Throws ERR_NO_PERMISSION while the company demands one, ERR_NOT_FOUND without one.
 */
export async function endSecondFactor(auth: AuthServices, ctx: Ctx, { sealedCurrent }: Proof): Promise<Record<string, never>> {
  const { services } = auth;
  const { actor } = ctx;
  if (demandsSecondFactor(actor.profile, services.directory.current().settings)) throw new AppError("ERR_NO_PERMISSION");
  await confirmPassword(auth, ctx, sealedCurrent);
  await command(services, ctx, async (unit) => {
    if (!(await deleteSecondFactor(unit, actor.id))) throw new AppError("ERR_NOT_FOUND");
    await tellChange(unit, ctx, "secondFactorOff");
    return { audit: { action: "user.endSecondFactor", subjectUserId: actor.id }, result: null };
  });
  return {};
}

/**
 * Takes somebody else's second factor away, as after a lost phone, and ends the person's sessions. Throws ERR_NO_PERMISSION for one's
 * own, which asks for the password, and ERR_NOT_FOUND where there is none.
 */
export async function endUserSecondFactor(
  { services }: AuthServices,
  ctx: Ctx,
  { userId }: { readonly userId: number },
): Promise<Record<string, never>> {
  accessUser(services, ctx, userId);
  if (userId === ctx.actor.id) throw new AppError("ERR_NO_PERMISSION");
  await command(services, ctx, async (unit) => {
    if (!(await deleteSecondFactor(unit, userId))) throw new AppError("ERR_NOT_FOUND");
    await revokeAuthSessionsOfUser(unit, userId, { now: ctx.now, reason: "second factor reset" });
    await unit.live("user", { id: userId, action: "update" });
    return { audit: { action: "user.endSecondFactor", subjectUserId: userId }, result: null };
  });
  return {};
}
