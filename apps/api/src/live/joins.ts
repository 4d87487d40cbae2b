import type { Joins } from "@balcao/application/broadcast";
import { LIST_STATUSES } from "@balcao/domain/tickets";
import type { CountsFilter } from "@balcao/contracts/realtime";

const MAX_BOXES = 200;
const MAX_QUEUES = 1_000;

/** What one socket has asked to hear. Joins add up and end with the socket; whatever is no valid join is ignored silently (D-231, S-20). */
export class SocketJoins implements Joins {
  readonly lists = new Set<string>();
  readonly boxes = new Set<number>();
  notification = false;
  counts: CountsFilter | null = null;

  joinTickets(status: unknown): void {
    if (LIST_STATUSES.some((known) => known === status)) this.lists.add(String(status));
  }

  joinChatBox(id: unknown): void {
    const ticketId = typeof id === "number" || typeof id === "string" ? Number(id) : Number.NaN;
    if (Number.isInteger(ticketId) && ticketId > 0 && this.boxes.size < MAX_BOXES) this.boxes.add(ticketId);
  }

  joinNotification(): void {
    this.notification = true;
  }

  watchCounts(filter: unknown): boolean {
    if (typeof filter !== "object" || filter === null) return false;
    const { showAll, queueIds } = filter as { showAll?: unknown; queueIds?: unknown };
    if (queueIds !== null && queueIds !== undefined && !isIdList(queueIds)) return false;
    this.counts = { showAll: showAll === true, queueIds: isIdList(queueIds) ? queueIds : null };
    return true;
  }
}

function isIdList(value: unknown): value is number[] {
  return Array.isArray(value) && value.length <= MAX_QUEUES && value.every((id) => Number.isInteger(id));
}
