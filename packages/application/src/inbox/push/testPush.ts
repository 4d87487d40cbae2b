import { AppError } from "@balcao/contracts/errors";
import type { PushTestView } from "@balcao/contracts/push";
import type { PushPayload } from "@balcao/domain/notifications";
import { findPushSubscription, getPushDelivery, insertPushDeliveries, nextPushTestId } from "@balcao/database/push";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { hashOf } from "./subscriptions.js";

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
