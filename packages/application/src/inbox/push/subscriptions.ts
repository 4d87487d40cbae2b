import { createHash } from "node:crypto";
import { AppError } from "@balcao/contracts/errors";
import type { PushKeyView, PushTestView } from "@balcao/contracts/push";
import {
  deletePushSubscription,
  deletePushSubscriptionsOver,
  findPushSubscription,
  getPushDelivery,
  insertPushDeliveries,
  nextPushTestId,
  putPushSubscription,
} from "@balcao/database/push";
import type { PushPayload } from "@balcao/domain/notifications";
import { isPushAddress } from "@balcao/platform/push";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";

/** More browsers of one person than this get no pushes: the ones that registered first. */
const MOST_OF_A_PERSON = 20;

/** A browser's subscription. */
interface Subscribing {
  readonly userId: number;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Addresses are found by their hash, because they are stored sealed. */
const hashOf = (endpoint: string): Buffer => createHash("sha256").update(endpoint).digest();

/** Where the parts of a subscription are sealed; the hash keeps them at their row. */
export const pushContext = (part: "endpoint" | "auth", endpointHash: Buffer): string =>
  `push_subscription.${part}:${endpointHash.toString("base64url")}`;

/** The key with which browsers subscribe [API-005]. */
export function getPublicKey(services: Services): Promise<PushKeyView> {
  return Promise.resolve({ publicKey: services.push.keys.publicKey });
}

/**
 * Stores the person's own browser; it gets pushes as long as this session lives [API-006, D-100].
 * Throws ERR_URL_NOT_ALLOWED for an address that cannot be that of a push service.
 */
export async function registerPush(services: Services, ctx: Ctx, input: Subscribing): Promise<{ message: string }> {
  if (input.userId !== ctx.actor.id) throw new AppError("ERR_NO_PERMISSION");
  if (!isPushAddress(input.endpoint, services.push.loopbackPort)) throw new AppError("ERR_URL_NOT_ALLOWED");
  const endpointHash = hashOf(input.endpoint);
  await command(services, ctx, async (unit) => {
    await putPushSubscription(unit, {
      userId: ctx.actor.id,
      sessionId: ctx.sessionId,
      endpointHash,
      p256dh: input.p256dh,
      endpointSealed: services.sealer.seal(input.endpoint, pushContext("endpoint", endpointHash)),
      authSealed: services.sealer.seal(input.auth, pushContext("auth", endpointHash)),
      now: ctx.now,
    });
    await deletePushSubscriptionsOver(unit, ctx.actor.id, MOST_OF_A_PERSON);
    return { audit: { action: "push.register" }, result: null };
  });
  return { message: "Browser registered" };
}

/** Removes the person's own browser by its address or public key; one that is gone is no error [API-007]. */
export async function unregisterPush(
  services: Services,
  ctx: Ctx,
  { userId, key }: { readonly userId: number; readonly key: string },
): Promise<{ message: string }> {
  if (userId !== ctx.actor.id) throw new AppError("ERR_NO_PERMISSION");
  await command(services, ctx, async (unit) => {
    const wasThere = await deletePushSubscription(unit, userId, hashOf(key), key);
    return { audit: wasThere ? { action: "push.unregister" } : "unchanged", result: null };
  });
  return { message: "Browser removed" };
}

/** A test is for a person who waits at the screen, in milliseconds. */
const TEST_MS = 60_000;

/**
 * Pushes a test to one of the person's own browsers, named by its address or public key. The browser
 * recognises it by the id. Throws ERR_NOT_FOUND when the browser is not registered.
 */
export async function startPushTest(services: Services, ctx: Ctx, { key }: { readonly key: string }): Promise<PushTestView> {
  const id = await command(services, ctx, async (unit) => {
    const subscriptionId = await findPushSubscription(unit, ctx.actor.id, hashOf(key), key);
    if (subscriptionId === null) throw new AppError("ERR_NOT_FOUND");
    const testId = await nextPushTestId(unit);
    const payload: PushPayload = { tag: "test", title: "", text: "", path: "/tickets", at: ctx.now.toISOString(), testId };
    const expiresAt = new Date(ctx.now.getTime() + TEST_MS);
    await insertPushDeliveries(unit, { subscriptionIds: [subscriptionId], payload, now: ctx.now, expiresAt, testId });
    return { audit: { action: "push.test" }, result: testId };
  });
  return getPushTest(services, ctx, { testId: id });
}

/** How far a test of the person is. Throws ERR_NOT_FOUND for other people's. */
export async function getPushTest(services: Services, ctx: Ctx, { testId }: { readonly testId: number }): Promise<PushTestView> {
  const row = await getPushDelivery(services.database.sql, testId, ctx.actor.id);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return { id: testId, ...row };
}
