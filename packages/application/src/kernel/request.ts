import { createHash } from "node:crypto";
import { AppError } from "@balcao/contracts/errors";
import { claimIdempotencyKey, fillIdempotencyKey } from "@balcao/database/idempotency";
import type { Sql } from "@balcao/database/sql";
import type { Ctx } from "./house.js";

/**
 * Runs a creating step once per Idempotency-Key: a repeat answers the ids that the first one made (P-15). Without a key it just runs.
 * Lock the ticket, where there is one, before calling this. The same key with another body is ERR_IDEMPOTENCY_CONFLICT.
 */
export async function createOnce(
  tx: Sql,
  ctx: Pick<Ctx, "actor" | "idempotencyKey">,
  route: string,
  body: unknown,
  create: () => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const key = ctx.idempotencyKey;
  if (key === null) return create();
  const request = { userId: ctx.actor.id, key, route, bodySha: createHash("sha256").update(JSON.stringify(body)).digest("hex") };
  const known = await claimIdempotencyKey(tx, request);
  if (known?.conflict === true) throw new AppError("ERR_IDEMPOTENCY_CONFLICT");
  if (known) return known.objectIds;
  const objectIds = await create();
  await fillIdempotencyKey(tx, request, objectIds);
  return objectIds;
}
