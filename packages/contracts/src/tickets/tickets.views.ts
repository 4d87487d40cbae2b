import type { ConnectorApi } from "@balcao/domain/connections";
import type { TicketStatus } from "@balcao/domain/tickets";

/** A ticket as every list, answer and event shows it (TICKET-001). Instants are ISO texts in UTC. */
export interface TicketView {
  readonly id: number;
  readonly status: TicketStatus;
  readonly userId: number | null;
  readonly user: { readonly id: number; readonly name: string; readonly profile: string } | null;
  readonly queueId: number | null;
  readonly queue: { readonly id: number; readonly name: string; readonly color: string } | null;
  readonly whatsappId: number | null;
  readonly whatsapp: { readonly id: number; readonly name: string; readonly api: ConnectorApi } | null;
  readonly contactId: number;
  readonly contact: {
    readonly id: number;
    readonly name: string;
    readonly number: string | null;
    readonly profilePicUrl: string | null;
    readonly isGroup: boolean;
  };
  readonly lastMessage: string;
  readonly unreadMessages: number;
  readonly createdAt: string;
  /** Last activity; lists are ordered by it, newest first (D-036). */
  readonly updatedAt: string;
  readonly acceptedAt: string | null;
  readonly closedAt: string | null;
  readonly pauseTag: string | null;
  readonly isGroup: boolean;
  /**
   * Added field of GET /tickets/{id}, for connections that take free texts only within 24 hours of the customer's last message: when that time
   * ends; null when there was no such message. Absent everywhere else: what arrives later moves it on.
   */
  readonly windowUntil?: string | null;
  /** Added field: rises with every change; an older view never replaces a newer one. */
  readonly version: number;
}

export interface TicketListView {
  readonly tickets: readonly TicketView[];
  readonly hasMore: boolean;
  /** Exact for the lists of the inbox; at most 1,000 when other filters apply. */
  readonly count: number;
}

/** The three facts that ERR_OTHER_OPEN_TICKET needs, where the whole ticket may not be seen (D-039). */
export interface OtherTicketView {
  readonly status: TicketStatus;
  readonly user: { readonly name: string } | null;
  readonly queue: { readonly name: string } | null;
}
