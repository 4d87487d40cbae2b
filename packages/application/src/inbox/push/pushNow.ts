import type { PushPayload } from "@balcao/domain/notifications";
import { listPushTargets, type PushTargetRow } from "@balcao/database/push";
import type { PushOutcome, PushSender } from "@balcao/platform/push";
import type { Services } from "../../ground/kernel/index.js";
import { pushContext } from "./subscriptions.js";

/** A person who waits at the screen sees it now or not at all. */
const KEEP_SECONDS = 60;

/** The address and keys of a subscribed browser, which are stored sealed. */
export const toTarget = ({ sealer }: Pick<Services, "sealer">, { endpointSealed, authSealed, endpointHash, p256dh }: PushTargetRow) => ({
  endpoint: sealer.open(endpointSealed, pushContext("endpoint", endpointHash)),
  auth: sealer.open(authSealed, pushContext("auth", endpointHash)),
  p256dh,
});

/** Pushes to all browsers of a person at once, without a row and without another try. Returns what became of each. */
export async function pushNow(services: Services, send: PushSender, userId: number, payload: PushPayload): Promise<readonly PushOutcome[]> {
  const rows = await listPushTargets(services.database.sql, userId, services.clock.now());
  const message = { text: JSON.stringify(payload), keepSeconds: KEEP_SECONDS, topic: payload.tag };
  return Promise.all(rows.map((row) => send(toTarget(services, row), message)));
}
