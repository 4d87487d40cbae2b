import type { PasskeyAskView } from "@balcao/contracts/auth";
import { AppError } from "@balcao/contracts/errors";
import { getSecondFactor, listPasskeys, usePasskey } from "@balcao/database/authSessions";
import { newUuid } from "@balcao/platform/ids";
import { knownTransports, newChallenge, readAssertion, type AssertionAnswer } from "@balcao/platform/webauthn";
import { recordSystemAudit } from "../../ground/audit/index.js";
import { LIFE, type AuthServices, type Visitor } from "./auth.js";
import { beginCodeAttempt } from "./loginLimiter.js";
import { logRefusal, openSession, refuseInactive, type LoggedIn } from "./openSession.js";
import { readMark } from "./currentPassword.js";
import { checkSecondFactor } from "./secondFactor.js";
import { openTicket, sealTicket, takeTicket, type SignInCookies, type StepTicket, type TicketCookie } from "./signInTicket.js";

/**
 * Makes a challenge for the passkeys of the account whose sign-in is under way, which is kept in the sign-in's ticket [D-663]. No options and
 * no ticket where the account has none, or the address of the installation offers none.
 */
export async function askPasskey(
  auth: AuthServices,
  { ticketCookie }: Pick<SignInCookies, "ticketCookie">,
): Promise<PasskeyAskView & { readonly next: TicketCookie | null }> {
  const ticket = openTicket(auth, "secondStep", ticketCookie);
  const app = ((await getSecondFactor(auth.services.database.sql, ticket.userId))?.secret ?? null) !== null;
  const keys = auth.passkeys === null ? [] : await listPasskeys(auth.services.database.sql, ticket.userId);
  if (auth.passkeys === null || keys.length === 0) return { app, options: null, next: null };
  const challenge = { id: newUuid(), text: newChallenge() };
  return {
    app,
    options: {
      challenge: challenge.text,
      rpId: auth.passkeys.rpId,
      allowCredentials: keys.map((key) => ({ type: "public-key", id: key.credentialId, transports: knownTransports(key.transports) })),
      userVerification: "required",
      timeout: LIFE.secondStep * 1_000,
    },
    next: sealTicket(auth, { ...ticket, challenge }),
  };
}

interface SecondStepInput {
  /** Empty where a passkey answers. */
  readonly code: string;
  readonly passkey: AssertionAnswer | null;
}

/** Ends a sign-in with its second step; wrong answers of both kinds count together, whatever the first step was. */
export async function finishSecondStep(
  auth: AuthServices,
  visitor: Visitor,
  { code, passkey }: SecondStepInput,
  { ticketCookie, deviceCookie }: SignInCookies,
): Promise<{ readonly session: LoggedIn; readonly returnPath: string | null }> {
  const admit = async (): Promise<StepTicket> => {
    const ticket = openTicket(auth, "secondStep", ticketCookie);
    await refuseInactive(auth, ticket.userId);
    if (ticket.passwordMark !== (await readMark(auth.services.database.sql, ticket.userId))) throw new AppError("ERR_SIGN_IN_LOST");
    if (passkey === null) await checkSecondFactor(auth, visitor, ticket.userId, code);
    else await checkPasskey(auth, visitor, ticket, passkey);
    await takeTicket(auth, ticket);
    return ticket;
  };
  const {
    userId,
    passwordMark,
    returnPath,
    byPassword,
    provenAt: proven,
  } = await admit().catch((error: unknown) => logRefusal(auth, visitor, error));
  const provenAt = proven === null ? null : new Date(proven);
  return {
    session: await openSession(auth, visitor, {
      userId,
      passwordMark,
      deviceCookie,
      byProvider: !byPassword,
      providerMfa: false,
      provenAt,
    }),
    returnPath,
  };
}

/**
 * Checks what a passkey of the account has signed. Its challenge is used up by any answer, right or wrong. Throws ERR_SIGN_IN_LOST for a used
 * one or none, ERR_PASSKEY for a wrong answer, ERR_TOO_MANY_REQUESTS after ten wrong answers.
 */
async function checkPasskey(
  auth: AuthServices,
  { ip }: Visitor,
  { userId, until, challenge }: StepTicket,
  answer: AssertionAnswer,
): Promise<void> {
  const { database, clock } = auth.services;
  if (challenge === undefined || auth.passkeys === null) throw new AppError("ERR_SIGN_IN_LOST");
  const { passkeys: place } = auth;
  // Among the person's own: a credential of somebody else is not looked for.
  const isRight = async (): Promise<boolean> => {
    const key = (await listPasskeys(database.sql, userId)).find(({ credentialId }) => credentialId === answer.id);
    const counter = key === undefined ? null : await readAssertion(answer, key, challenge.text, place);
    return key !== undefined && counter !== null && (await usePasskey(database.sql, userId, { id: key.id, counter, now: clock.now() }));
  };
  const attempt = await beginCodeAttempt(database, userId);
  await takeTicket(auth, { id: challenge.id, until });
  if (!(await isRight())) {
    await recordSystemAudit(database.sql, "session.loginFailed", { ip, subjectUserId: userId });
    throw new AppError("ERR_PASSKEY");
  }
  await attempt.forgive();
}
