import { isPushed, pathOf, tagOf, type PushPayload } from "@balcao/domain/notifications";
import { insertPushDeliveries, listLivePushSubscriptions, takePushEvents, type PushSubscriber } from "@balcao/database/push";
import { toActor, type DirectorySnapshot } from "../../ground/directory/index.js";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { loadPushables, type Pushable, type PushKind } from "./pushKinds.js";

const MOST_EVENTS = 50;
/** After this time a push service need not deliver it any more, in milliseconds. */
const KEPT_MS = 12 * 3_600_000;
const LONGEST_TITLE = 100;

/**
 * Makes a delivery for every subscribed browser of every person whom a recorded message concerns,
 * by the rule of the bell. With `only` it takes those of one kind. Returns whether there were messages.
 */
export async function spreadPushes(services: Services, only: PushKind | null = null): Promise<boolean> {
  return inUnit(services, async (unit) => {
    const events = await takePushEvents(unit, MOST_EVENTS, only);
    if (events.length === 0) return false;
    const now = services.clock.now();
    const subscribers = await listLivePushSubscriptions(unit, now);
    if (subscribers.length === 0) return true;
    // What leaves the installation is judged by the rights of this moment, not of five seconds ago.
    const snapshot = await services.directory.refresh();
    for (const kind of new Set(events.map((event) => event.kind))) {
      const ids = events.filter((event) => event.kind === kind).map(({ objectId }) => objectId);
      for (const pushable of await loadPushables(unit, snapshot, kind, ids)) {
        const subscriptionIds = subscribers.filter((each) => isFor(pushable, each, snapshot, now.getTime())).map(({ id }) => id);
        if (subscriptionIds.length === 0) continue;
        const payload = toPayload(pushable, snapshot.settings.pushMessageText);
        const about = { kind, objectId: pushable.objectId };
        await insertPushDeliveries(unit, { subscriptionIds, payload, now, about, expiresAt: new Date(now.getTime() + KEPT_MS) });
      }
    }
    return true;
  });
}

/** Whether a message is pushed to a person, by the rights of the snapshot. */
export function isFor(
  { arrived, seenBy }: Pushable,
  { userId }: Pick<PushSubscriber, "userId">,
  snapshot: DirectorySnapshot,
  now: number,
): boolean {
  const actor = toActor(snapshot, userId);
  return actor !== null && isPushed(arrived, { actor, settings: snapshot.settings, now }) && seenBy(actor);
}

/** A push leaves this installation, so the company may keep the customer's text out of it. */
function toPayload({ arrived, title, text, texts }: Pushable, withText: boolean): PushPayload {
  return {
    tag: tagOf(arrived),
    title: [...title].slice(0, LONGEST_TITLE).join(""),
    text: withText ? text : "",
    path: pathOf(arrived),
    at: new Date(arrived.at).toISOString(),
    ...(texts && { texts }),
  };
}
