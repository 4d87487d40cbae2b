import { createHmac } from "node:crypto";
import type { PasskeyBeginView, PasskeyMadeView, PasskeyView } from "@balcao/contracts/auth";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { LIMITS } from "@balcao/domain/limits";
import { demandsSecondFactor, type PasskeyPlace } from "@balcao/domain/users";
import {
  beginByPasskey,
  deletePasskey as deleteRow,
  deleteSecondFactor,
  getSecondFactor,
  insertPasskey,
  listPasskeys,
  lockSecondFactor,
  markSignInUsed,
  type PasskeyRow,
} from "@balcao/database/authSessions";
import { newUuid } from "@balcao/platform/ids";
import { knownTransports, newChallenge, readRegistration, type RegistrationAnswer } from "@balcao/platform/webauthn";
import { command, type Ctx } from "../../ground/kernel/index.js";
import { after, LIFE, type AuthServices } from "./auth.js";
import { confirmPassword } from "./currentPassword.js";
import { hashCode, makeRecoveryCodes, tellChange, written } from "./recoveryCodes.js";

/** What the person's browser keeps while it makes a passkey, sealed: for this session, once. */
interface Ticket {
  readonly id: string;
  readonly sessionId: string;
  readonly until: number;
  readonly challenge: string;
}

const CONTEXT = "new passkey";
/** EdDSA, ES256 and RS256, which is what authenticators have. */
const ALGORITHMS = [-8, -7, -257] as const;

export const toPasskeyView = ({ id, name, createdAt, usedAt }: PasskeyRow): PasskeyView => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});

function accessPlace({ passkeys }: AuthServices): PasskeyPlace {
  if (passkeys === null) throw new AppError("ERR_NOT_FOUND");
  return passkeys;
}

/** Makes what a browser makes a passkey of, after the person's password [D-663]. Throws ERR_NOT_FOUND where none is offered. */
export async function beginPasskey(
  auth: AuthServices,
  ctx: Ctx,
  { sealedCurrent }: { readonly sealedCurrent: string | undefined },
): Promise<PasskeyBeginView> {
  const { rpId } = accessPlace(auth);
  await confirmPassword(auth, ctx, sealedCurrent);
  const { services } = auth;
  const { id: userId } = ctx.actor;
  const { users, settings } = services.directory.current();
  const user = users.get(userId);
  const challenge = newChallenge();
  const ticket: Ticket = { id: newUuid(), sessionId: ctx.sessionId, until: after(ctx.now, LIFE.newPasskey).getTime(), challenge };
  const kept = await listPasskeys(services.database.sql, userId);
  return {
    ticket: services.sealer.seal(JSON.stringify(ticket), CONTEXT),
    options: {
      challenge,
      rp: { id: rpId, name: settings.companyName || "Balcão" },
      user: { id: userHandle(auth, userId), name: user?.email ?? "", displayName: user?.name ?? "" },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: kept.map((key) => ({ type: "public-key", id: key.credentialId, transports: knownTransports(key.transports) })),
      authenticatorSelection: { residentKey: "discouraged", userVerification: "required" },
      attestation: "none",
      timeout: LIFE.newPasskey * 1_000,
    },
  };
}

/** The same for an account each time, and says nothing of it to who reads the authenticator. */
const userHandle = ({ secrets }: AuthServices, userId: number): string =>
  createHmac("sha256", secrets.refreshKey).update(`passkey ${userId}`).digest("base64url");

function openTicket({ services }: AuthServices, { sessionId, now }: Ctx, sealed: string): Ticket {
  try {
    const ticket = JSON.parse(services.sealer.open(sealed, CONTEXT)) as Ticket;
    if (ticket.sessionId === sessionId && ticket.until > now.getTime()) return ticket;
  } catch {
    // What was not sealed here says nothing.
  }
  // Not 401, which would end the session in the browser.
  throw new AppError("ERR_PASSKEY_REFUSED");
}

interface NewPasskey {
  readonly ticket: string;
  readonly name: string;
  readonly answer: RegistrationAnswer;
}

/**
 * Keeps a new passkey. The first one of an account without a second factor turns that on and returns recovery codes. Throws
 * ERR_PASSKEY_REFUSED for another person's, an old or a used ticket, and for an answer that is not right, or somebody's already.
 */
export async function createPasskey(auth: AuthServices, ctx: Ctx, { ticket: sealed, name, answer }: NewPasskey): Promise<PasskeyMadeView> {
  const place = accessPlace(auth);
  const { services } = auth;
  const { actor, now } = ctx;
  const { id, until, challenge } = openTicket(auth, ctx, sealed);
  if (!(await markSignInUsed(services.database.sql, id, new Date(until), now))) throw new AppError("ERR_PASSKEY_REFUSED");
  const key = await readRegistration(answer, challenge, place);
  if (key === null) throw new AppError("ERR_PASSKEY_REFUSED");
  return command(services, ctx, async (unit) => {
    const isFirst = (await lockSecondFactor(unit, actor.id)) === null;
    if ((await listPasskeys(unit, actor.id)).length >= LIMITS.passkey.most) throw invalidField("name", "many");
    const passkeyId = await insertPasskey(unit, actor.id, { ...key, name, createdAt: now });
    if (passkeyId === null) throw new AppError("ERR_PASSKEY_REFUSED");
    const codes = isFirst ? makeRecoveryCodes() : null;
    if (codes) {
      const hashes = codes.map((code) => hashCode(actor.id, code));
      await beginByPasskey(unit, actor.id, now, hashes);
    }
    await tellChange(unit, ctx, isFirst ? "secondFactorOn" : "passkeyOn");
    return {
      audit: { action: "user.passkey", subjectUserId: actor.id },
      result: {
        passkey: { id: passkeyId, name, createdAt: now.toISOString(), usedAt: null },
        recoveryCodes: codes?.map(written) ?? null,
      },
    };
  });
}

/**
 * Takes one of the person's passkeys away. The last one, where no app is left, ends the second factor: throws ERR_NO_PERMISSION while the
 * company demands one. Throws ERR_NOT_FOUND for a passkey that is not the person's.
 */
export async function deletePasskey(
  auth: AuthServices,
  ctx: Ctx,
  { passkeyId, sealedCurrent }: { readonly passkeyId: number; readonly sealedCurrent: string | undefined },
): Promise<Record<string, never>> {
  await confirmPassword(auth, ctx, sealedCurrent);
  const { services } = auth;
  const { actor } = ctx;
  await command(services, ctx, async (unit) => {
    await lockSecondFactor(unit, actor.id);
    if (!(await deleteRow(unit, actor.id, passkeyId))) throw new AppError("ERR_NOT_FOUND");
    const left = await listPasskeys(unit, actor.id);
    const ends = left.length === 0 && ((await getSecondFactor(unit, actor.id))?.secret ?? null) === null;
    if (ends) {
      if (demandsSecondFactor(actor.profile, services.directory.current().settings)) throw new AppError("ERR_NO_PERMISSION");
      await deleteSecondFactor(unit, actor.id);
    }
    await tellChange(unit, ctx, ends ? "secondFactorOff" : "passkeyOff");
    return { audit: { action: ends ? "user.endSecondFactor" : "user.endPasskey", subjectUserId: actor.id }, result: null };
  });
  return {};
}
