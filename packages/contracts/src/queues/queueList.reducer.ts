import { byCustomOrder } from "@balcao/domain/queues";
import type { QueueEvent } from "../realtime/events.js";
import type { QueueView } from "./queues.views.js";

/** The queues after a `queue` event, in the order in which customers are offered them (QUEUE-004). */
export function applyQueueEvent(list: readonly QueueView[], event: QueueEvent): readonly QueueView[] {
  const others = list.filter(({ id }) => id !== event.queueId);
  return event.action === "delete" ? others : [...others, event.queue].sort(byCustomOrder);
}
