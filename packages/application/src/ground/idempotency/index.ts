import { invalidField } from "@balcao/contracts/errors";
import { IDEMPOTENCY_KEY, type ClosedKeyView } from "@balcao/contracts/idempotency";
import { closeIdempotencyKey } from "@balcao/database/idempotency";
import type { Ctx, Services } from "../kernel/index.js";

/**
 * Says whether a key of the person has created something. One that has not is closed: a request that arrives later with it is refused
 * with ERR_IDEMPOTENCY_CONFLICT (added call, D-275). Waits for a running request of the key.
 */
export async function closeKey(services: Services, { actor }: Ctx, { key }: { readonly key: string }): Promise<ClosedKeyView> {
  if (!IDEMPOTENCY_KEY.test(key)) throw invalidField("key", "text");
  return { created: await closeIdempotencyKey(services.database.sql, { userId: actor.id, key }) };
}
