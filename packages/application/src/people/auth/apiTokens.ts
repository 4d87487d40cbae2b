import type { ApiScope } from "@balcao/domain/apiTokens";
import { LIMITS } from "@balcao/domain/limits";
import type { ApiTokenView, NewApiTokenView } from "@balcao/contracts/apiTokens";
import { AppError, invalidField } from "@balcao/contracts/errors";
import {
  countApiTokens,
  insertApiToken,
  listApiTokens as listRows,
  revokeApiToken as revokeRow,
  type ApiTokenRow,
} from "@balcao/database/apiTokens";
import { nameOfDoer } from "../../ground/directory/index.js";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { makeApiToken, readNetwork } from "./apiTokenText.js";
import { after, type AuthServices } from "./auth.js";
import { confirmPassword } from "./currentPassword.js";
import { SESSION_ID } from "./tokens.js";

interface NewTokenInput extends ApiScope {
  readonly name: string;
  readonly sealedCurrent: string | undefined;
  readonly installation: boolean;
  readonly addresses: readonly string[];
  readonly days: number | null;
}

const DAY = 24 * 60 * 60;
const isAdmin = ({ actor }: Pick<Ctx, "actor">): boolean => actor.profile === "admin";

function toView({ directory }: Pick<Services, "directory">, { actor }: Pick<Ctx, "actor">, row: ApiTokenRow): ApiTokenView {
  const { id, name, userId, installation, areas, reach, queueIds, addresses, createdAt, expiresAt, usedAt, usedFrom } = row;
  return {
    ...{ id, name, installation, areas, reach, queueIds, addresses, usedFrom },
    user: { id: userId, name: nameOfDoer(directory.current(), userId, actor) ?? "" },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    usedAt: usedAt?.toISOString() ?? null,
  };
}

/** Lists one's own tokens, for administrators everybody's that they may know of and those of the installation (D-570). */
export async function listApiTokens(services: Services, ctx: Ctx): Promise<ApiTokenView[]> {
  const rows = await listRows(services.database.sql, isAdmin(ctx) ? null : ctx.actor.id);
  const snapshot = services.directory.current();
  return rows.filter(({ userId }) => nameOfDoer(snapshot, userId, ctx.actor) !== null).map((row) => toView(services, ctx, row));
}

/**
 * Makes a token, whose text is answered once and stored nowhere (D-570). Throws ERR_VALIDATION with the field, also for a wrong password;
 * ERR_NO_PERMISSION when somebody else than an administrator makes one of the installation.
 */
export async function createApiToken(auth: AuthServices, ctx: Ctx, input: NewTokenInput): Promise<NewApiTokenView> {
  const { services, apiTokens } = auth;
  const { sealedCurrent, days, ...fields } = input;
  if (input.installation && !isAdmin(ctx)) throw new AppError("ERR_NO_PERMISSION");
  checkScope(services, ctx, input);
  await confirmPassword(auth, ctx, sealedCurrent);
  if ((await countApiTokens(services.database.sql, ctx.actor.id)) >= LIMITS.apiToken.mostOfOne) throw invalidField("name", "most");
  const { id, text, secretHash } = makeApiToken();
  const row = {
    ...fields,
    ...{ id, secretHash, userId: ctx.actor.id, createdAt: ctx.now },
    queueIds: input.reach === "queues" ? input.queueIds : [],
    expiresAt: days === null ? null : after(ctx.now, days * DAY),
    panel: false,
  };
  await command(services, ctx, async (unit) => {
    await insertApiToken(unit, row);
    await unit.live("account", { userId: ctx.actor.id, change: "apiToken", bySession: ctx.sessionId });
    return { audit: { action: "user.createToken", subjectUserId: ctx.actor.id, description: input.name }, result: null };
  });
  apiTokens.forget(id);
  return { ...toView(services, ctx, { ...row, usedAt: null, usedFrom: null, revokedAt: null }), token: text };
}

function checkScope(services: Services, { actor }: Ctx, { areas, reach, queueIds, addresses }: NewTokenInput): void {
  const { queues } = services.directory.current();
  if (Object.values(areas).every((level) => level === undefined)) throw invalidField("areas", "required");
  if (reach === "queues") {
    if (queueIds.length === 0) throw invalidField("queueIds", "required");
    const mayName = (id: number): boolean => queues.has(id) && (actor.profile === "admin" || actor.queueIds.includes(id));
    if (!queueIds.every(mayName)) throw invalidField("queueIds", "exists");
  }
  if (!addresses.every((network) => readNetwork(network) !== null)) throw invalidField("addresses", "network");
}

/** Ends a token: one's own, and for administrators everybody's. Every process refuses it from then on (D-573). Throws ERR_NOT_FOUND. */
export async function revokeApiToken(
  { services, apiTokens }: AuthServices,
  ctx: Ctx,
  { token: id }: { readonly token: string },
): Promise<Record<string, never>> {
  const listed = SESSION_ID.test(id) ? (await listApiTokens(services, ctx)).find((token) => token.id === id) : undefined;
  if (!listed) throw new AppError("ERR_NOT_FOUND");
  await command(services, ctx, async (unit) => {
    const userId = await revokeRow(unit, id, isAdmin(ctx) ? null : ctx.actor.id, ctx.now);
    if (userId === null) throw new AppError("ERR_NOT_FOUND");
    return { audit: { action: "user.revokeToken", subjectUserId: userId, description: listed.name }, result: null };
  });
  apiTokens.forget(id);
  return {};
}
