import type { ServerEvent } from "@balcao/contracts/live";
import { byCustomOrder } from "@balcao/domain/queues";
import type { QueryClient } from "@tanstack/react-query";
import { updateNames } from "./names";
import { updateRow, wholeList } from "./wholeLists";

/** Every queue, in the order of the installation; updated by events. */
export const queuesQuery = wholeList("queues");

/** The loaded queues after an event, and what else names the queue. */
export function updateQueues(client: QueryClient, event: ServerEvent<"queue">): void {
  updateRow(client, "queues", { id: event.queueId, row: event.action === "delete" ? null : event.queue }, byCustomOrder);
  if (event.action !== "update") return;
  const { id, name, color } = event.queue;
  updateNames(client, "queue", { id, name, color });
}
