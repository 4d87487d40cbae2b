import { randomBytes } from "node:crypto";
import { covers, type ApiReach } from "@balcao/domain/apiTokens";
import { HOOK_EVENTS, isHookEvent, type HookEvent } from "@balcao/domain/hooks";
import { LIMITS } from "@balcao/domain/limits";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { HookSecretView, HookView } from "@balcao/contracts/hooks";
import { getApiToken } from "@balcao/database/apiTokens";
import {
  beginHookReader,
  changeHook as changeRow,
  countHooks,
  deleteHook as deleteRow,
  insertHook,
  listHooks as listRows,
  lockHook,
  nextHookId,
  pauseHook as pauseRow,
  putHookKeys,
  resumeHook as resumeRow,
  type HookFields,
  type HookRow,
} from "@balcao/database/hooks";
import type { Sql } from "@balcao/database/sql";
import { judgeAddress, UrlNotAllowedError } from "@balcao/platform/http";
import { nameOfDoer } from "../../ground/directory/index.js";
import { command, givenFields, type CommandUnit, type Ctx, type Services } from "../../ground/kernel/index.js";
import { hookKeyContext, isHookAddress } from "./postHook.js";

interface HookInput {
  readonly name: string;
  readonly address: string;
  readonly events: readonly string[];
  readonly reach: string;
  readonly queueIds: readonly number[];
}

type HookChange = { readonly [K in keyof HookInput]?: HookInput[K] | undefined };

interface HookRef {
  readonly hookId: number;
}

const SECRET_BYTES = 32;
/** A key begins with this, so that scanners of source code find one that got there. */
const PREFIX = "blh_";
const newKey = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64url")}`;

type CountedRow = Awaited<ReturnType<typeof listRows>>[number];

function toView({ directory }: Services, { actor }: Ctx, row: CountedRow): HookView {
  const { id, name, address, events, reach, queueIds, userId, createdAt, pausedAt, pauseReason, failingSince, sentAt, waiting, dead } = row;
  return {
    ...{ id, name, address, events, reach, queueIds, waiting, dead },
    user: { id: userId, name: nameOfDoer(directory.current(), userId, actor) ?? "" },
    createdAt: createdAt.toISOString(),
    paused: pausedAt && pauseReason && { at: pausedAt.toISOString(), reason: pauseReason },
    failingSince: failingSince?.toISOString() ?? null,
    twoKeys: row.oldSecretSealed !== null,
    lastSentAt: sentAt?.toISOString() ?? null,
  };
}

/** All webhooks, by name (D-600); for a program those that its token has made. */
export async function listHooks(services: Services, ctx: Ctx): Promise<HookView[]> {
  return (await listRows(services.database.sql)).filter((row) => isOpenTo(ctx, row)).map((row) => toView(services, ctx, row));
}

/** A program reaches the webhooks of its own token alone (D-684). */
const isOpenTo = ({ byToken, sessionId }: Ctx, { tokenId }: HookRow): boolean => byToken !== true || tokenId === sessionId;

/** Throws unless a token may read what the events of its webhook tell (D-684). */
async function checkEvents({ database }: Services, { sessionId }: Ctx, events: readonly HookEvent[]): Promise<void> {
  const token = await getApiToken(database.sql, sessionId);
  if (!token || !events.every((event) => covers(token, { area: HOOK_EVENTS[event], level: "read" })))
    throw new AppError("ERR_NO_PERMISSION");
}

async function viewOf(services: Services, ctx: Ctx, sql: Sql, id: number): Promise<HookView> {
  const [row] = await listRows(sql, id);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return toView(services, ctx, row);
}

/**
 * Makes a webhook of the administrator who asks, or of a program's token, with which it ends; its key is answered once (D-600, D-603, D-684).
 * Throws ERR_VALIDATION with the field, ERR_NO_PERMISSION for events that the token may not read.
 */
export async function createHook(services: Services, ctx: Ctx, input: HookInput): Promise<HookSecretView> {
  const fields = toFields(services, input);
  if (ctx.byToken) await checkEvents(services, ctx, fields.events);
  await checkAddress(services, fields.address);
  const tokenId = ctx.byToken ? ctx.sessionId : null;
  const secret = newKey();
  return command(services, ctx, async (unit) => {
    if ((await countHooks(unit)) >= LIMITS.hook.most) throw invalidField("name", "most");
    const id = await nextHookId(unit);
    const secretSealed = services.sealer.seal(secret, hookKeyContext(id));
    await insertHook(unit, { ...fields, id, userId: ctx.actor.id, secretSealed, createdAt: ctx.now, tokenId });
    await beginHookReader(unit, id);
    const view = await viewOf(services, ctx, unit, id);
    return { audit: { action: "setting.createHook", description: fields.name }, result: { ...view, secret } };
  });
}

/** Changes the given fields; what waits goes to the new address. Throws ERR_NOT_FOUND, ERR_VALIDATION. */
export async function changeHook(services: Services, ctx: Ctx, { hookId, ...change }: HookChange & HookRef): Promise<HookView> {
  if (change.address !== undefined) await checkAddress(services, change.address);
  return changing(services, ctx, { hookId, verb: "changeHook" }, async (unit, row) => {
    await changeRow(unit, hookId, toFields(services, { ...row, ...givenFields(change) }));
  });
}

/** Deletes it with its log and what waits. Throws ERR_NOT_FOUND. */
export async function deleteHook(services: Services, ctx: Ctx, { hookId }: HookRef): Promise<Record<string, never>> {
  return command(services, ctx, async (unit) => {
    const row = await locked(unit, hookId);
    if (!isOpenTo(ctx, row)) throw new AppError("ERR_NOT_FOUND");
    await deleteRow(unit, hookId);
    return { audit: { action: "setting.deleteHook", description: row.name }, result: {} };
  });
}

/** Lets it rest: what happens meanwhile is not told (D-602). */
export function pauseHook(services: Services, ctx: Ctx, { hookId }: HookRef): Promise<HookView> {
  return changing(services, ctx, { hookId, verb: "pauseHook" }, async (unit) => {
    await pauseRow(unit, hookId, "person", ctx.now);
  });
}

/** Lets it go on with what happens from now on and what waited, as a webhook of the administrator who asks (D-602). */
export function resumeHook(services: Services, ctx: Ctx, { hookId }: HookRef): Promise<HookView> {
  return changing(services, ctx, { hookId, verb: "resumeHook" }, async (unit, row) => {
    if (row.pausedAt !== null) await beginHookReader(unit, hookId);
    await resumeRow(unit, hookId, ctx.actor.id);
  });
}

/** Gives it a new key, which is answered once; the present one signs too until it is dropped (D-603). */
export async function rotateHookKey(services: Services, ctx: Ctx, { hookId }: HookRef): Promise<HookSecretView> {
  const secret = newKey();
  const view = await changing(services, ctx, { hookId, verb: "hookKey" }, async (unit, { secretSealed }) => {
    await putHookKeys(unit, hookId, services.sealer.seal(secret, hookKeyContext(hookId)), secretSealed);
  });
  return { ...view, secret };
}

/** Ends the earlier key. */
export function dropHookKey(services: Services, ctx: Ctx, { hookId }: HookRef): Promise<HookView> {
  return changing(services, ctx, { hookId, verb: "hookKey" }, (unit, { secretSealed }) => putHookKeys(unit, hookId, secretSealed, null));
}

async function locked(unit: CommandUnit, hookId: number): Promise<HookRow> {
  const row = await lockHook(unit, hookId);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return row;
}

type HookVerb = "changeHook" | "pauseHook" | "resumeHook" | "hookKey";

function changing(
  services: Services,
  ctx: Ctx,
  { hookId, verb }: { readonly hookId: number; readonly verb: HookVerb },
  change: (unit: CommandUnit, row: HookRow) => Promise<void>,
): Promise<HookView> {
  return command(services, ctx, async (unit) => {
    const row = await locked(unit, hookId);
    await change(unit, row);
    const view = await viewOf(services, ctx, unit, hookId);
    return { audit: { action: `setting.${verb}` as const, description: view.name }, result: view };
  });
}

function toFields({ directory }: Services, { name, address, events, reach, queueIds }: HookInput): HookFields {
  const known = events.filter((event): event is HookEvent => isHookEvent(event));
  if (known.length === 0) throw invalidField("events", "required");
  const { queues } = directory.current();
  const chosen = reach === "queues" ? [...new Set(queueIds)] : [];
  if (reach === "queues" && chosen.length === 0) throw invalidField("queueIds", "required");
  if (!chosen.every((id) => queues.has(id))) throw invalidField("queueIds", "exists");
  // The schema of the call has checked the word.
  return { name, address, events: [...new Set(known)], reach: reach as ApiReach, queueIds: chosen };
}

/** Throws ERR_VALIDATION for an address that would be refused when it is called (D-605). Asks the DNS, so it runs before the transaction. */
async function checkAddress({ hookAddresses }: Services, address: string): Promise<void> {
  if (!isHookAddress(address, hookAddresses)) throw invalidField("address", "https");
  try {
    await judgeAddress(address, hookAddresses);
  } catch (error) {
    if (error instanceof UrlNotAllowedError) throw invalidField("address", "internal");
    throw error;
  }
}
