import {
  insertHookDeliveries,
  LOCK_HOOK_READER,
  moveHookReader,
  readHookEvents,
  readHookNow,
  type HookRow,
  type NewHookDelivery,
} from "@balcao/database/hooks";
import type { LiveEventRow } from "@balcao/database/live";
import type { Services } from "../../ground/kernel/index.js";
import { hookActor } from "./hookActor.js";
import { HOOK_TOPICS, hookPartsOf, mayHear } from "./hookParts.js";

/** Events of one read; a backlog of hours is read in steps. */
const MOST_EVENTS = 2_000;

/**
 * Makes deliveries of the live events that came since the last time: the place in the events moves in the same transaction, so that
 * each becomes its deliveries once (D-601). Returns whether there may be more; null where this process may not read.
 */
export function spreadHooks(services: Services, holder: string, hooks: readonly HookRow[]): Promise<boolean | null> {
  const { database, clock, logger } = services;
  return database.transaction(
    async (tx, [reader]) => {
      if (!reader) return null;
      const { since } = reader;
      if (since === null) {
        await moveHookReader(tx, { since: await readHookNow(tx), until: null, afterId: 0 });
        return false;
      }
      const { events, until, isKept } = await readHookEvents(tx, { ...reader, since }, HOOK_TOPICS, MOST_EVENTS);
      if (!isKept) logger.warn("live events were deleted before webhooks were told of them, because no worker ran for a day");
      const deliveries = events.flatMap((event) => deliveriesOf(services, hooks, event));
      const isMore = events.length === MOST_EVENTS;
      const place = isMore ? { since, until, afterId: events.at(-1)?.id ?? 0 } : { since: until, until: null, afterId: 0 };
      if (deliveries.length === 0) await moveHookReader(tx, place);
      else await insertHookDeliveries(tx, deliveries, place, clock.now());
      return isMore;
    },
    { statement: LOCK_HOOK_READER, values: [holder] },
  );
}

function deliveriesOf(
  services: Services,
  hooks: readonly HookRow[],
  { id, at, topic, ticketId, payload }: LiveEventRow,
): NewHookDelivery[] {
  const parts = hookPartsOf({ topic, ticketId, payload });
  if (parts.length === 0) return [];
  const { settings } = services.directory.current();
  return hooks.flatMap((hook) => {
    const actor = hookActor(services, hook);
    if (actor === null) return [];
    return parts
      .filter((part) => hook.events.includes(part.event) && mayHear(actor, settings, part))
      .map(({ event, part, lane, messageId }) => ({
        ...{ hookId: hook.id, eventId: id, part, event, lane, topic, ticketId, payload, at },
        objectId: messageId,
      }));
  });
}
