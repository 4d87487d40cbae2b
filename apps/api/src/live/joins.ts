import type { Joins } from "@balcao/application/roof/live";
import { LIST_STATUSES } from "@balcao/domain/tickets";
import type { CountsFilter } from "@balcao/contracts/live";

const MAX_BOXES = 200;
const MAX_QUEUES = 1_000;
const MAX_ROWS = 100;
const MAX_ID = 2_147_483_647;
const NO_ROWS: ReadonlySet<number> = new Set();

/** The joins of one socket. They add up and end with the socket; invalid joins are ignored silently (S-20). */
export class SocketJoins implements Joins {
  readonly lists = new Set<string>();
  readonly boxes = new Set<number>();
  notification = false;
  chats = false;
  readonly chatBoxes = new Set<number>();
  counts: CountsFilter | null = null;
  /** The tickets whose rows the socket shows. */
  rows = NO_ROWS;

  joinTickets(status: unknown): void {
    if (LIST_STATUSES.some((each) => each === status)) this.lists.add(String(status));
  }

  /** The list of chats, for the person's own id alone. */
  joinChats(userId: unknown, ownId: number): void {
    if ((typeof userId === "number" || typeof userId === "string") && Number(userId) === ownId) this.chats = true;
  }

  /** A ticket, or a chat as `chat-7`. */
  joinChatBox(id: unknown): void {
    const chatId = typeof id === "string" ? /^chat-([1-9]\d{0,9})$/.exec(id)?.[1] : undefined;
    if (chatId !== undefined) {
      addNewest(this.chatBoxes, Number(chatId));
      return;
    }
    const ticketId = typeof id === "number" || typeof id === "string" ? Number(id) : Number.NaN;
    if (Number.isInteger(ticketId) && ticketId > 0) addNewest(this.boxes, ticketId);
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

  /** Takes these rows in the place of those before; returns the new ones. */
  watchPresence(said: unknown): readonly number[] {
    const { ticketIds } = (said ?? {}) as { ticketIds?: unknown };
    if (!isIdList(ticketIds) || ticketIds.length > MAX_ROWS || ticketIds.some((id) => id < 1 || id > MAX_ID)) return [];
    const before = this.rows;
    this.rows = new Set(ticketIds);
    return [...this.rows].filter((id) => !before.has(id));
  }
}

/** A browser never leaves what it joined, so the box that was opened the longest ago makes room for the one that is opened now. */
function addNewest(boxes: Set<number>, id: number): void {
  boxes.delete(id);
  boxes.add(id);
  for (const oldest of boxes) if (boxes.size > MAX_BOXES) boxes.delete(oldest);
}

function isIdList(value: unknown): value is number[] {
  return Array.isArray(value) && value.length <= MAX_QUEUES && value.every((id) => Number.isInteger(id));
}
