import type { TicketFacts } from "@balcao/domain/tickets";
import type { TicketView } from "@balcao/contracts/tickets";
import type { TicketRow } from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../directory/index.js";
import type { House } from "../kernel/index.js";

/** What a view needs besides its row: names from memory and file addresses for one session. */
export interface Presenter {
  readonly directory: DirectorySnapshot;
  readonly fileUrl: (fileId: string) => string;
}

export function presenterFor(house: House, sessionId: string): Presenter {
  return { directory: house.directory.current(), fileUrl: (fileId) => house.fileUrl(sessionId, fileId) };
}

/** The facts that rules ask of a ticket's row. */
export function toTicketFacts(ticket: TicketFacts): TicketFacts {
  return { status: ticket.status, isGroup: ticket.isGroup, queueId: ticket.queueId, userId: ticket.userId };
}

/** A ticket for the wire: the fields of the contract and no others. */
export function ticketView(row: TicketRow, { directory, fileUrl }: Presenter): TicketView {
  const user = row.userId === null ? undefined : directory.users.get(row.userId);
  const queue = row.queueId === null ? undefined : directory.queues.get(row.queueId);
  const connection = row.connectionId === null ? undefined : directory.connections.get(row.connectionId);
  return {
    id: row.id,
    status: row.status,
    userId: row.userId,
    user: user ? { id: user.id, name: user.name, profile: user.profile } : null,
    queueId: row.queueId,
    queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
    whatsappId: row.connectionId,
    whatsapp: connection ? { id: connection.id, name: connection.name, api: connection.api } : null,
    contactId: row.contactId,
    contact: {
      id: row.contactId,
      name: row.contactName,
      number: row.contactNumber,
      profilePicUrl: row.contactPictureFileId === null ? null : fileUrl(row.contactPictureFileId),
      isGroup: row.contactIsGroup,
    },
    lastMessage: row.lastMessage,
    unreadMessages: row.unread,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.lastActivity.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
    pauseTag: row.pauseTag,
    isGroup: row.isGroup,
    version: row.version,
  };
}
