import type { AutomaticReason } from "@balcao/domain/closing";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { DecisionRule } from "@balcao/domain/flow";
import type { ReachingAddress } from "@balcao/domain/contacts";
import type { AdSource, DeliveryState, MessageType } from "@balcao/domain/messages";
import type { TargetKind } from "@balcao/domain/targets";
import type { PreviewMedia } from "@balcao/domain/texts";
import type { Snooze, TicketOrigin, TicketStatus } from "@balcao/domain/tickets";

/** A ticket in every list, response and event (TICKET-001). Instants are ISO texts in UTC. */
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
  /**
   * Added field: where an answer goes now, when the contact has several numbers on the connection;
   * null when there is no choice.
   */
  readonly answersTo: ReachingAddress | null;
  readonly lastMessage: string;
  /**
   * Added field: how far the last message has come, when it is ours; null when it is the customer's
   * or deleted, and for tickets without a message since the field exists.
   */
  readonly lastMessageState: DeliveryState | null;
  /** Added field: the file of the last message, beside its caption or word; null for a text, and for tickets without a message since then. */
  readonly lastMessageMedia: PreviewMedia | null;
  /**
   * Added field: the customer's last own words while the ticket waits, as one line: neither an automatic text nor the digit that
   * answers a menu (D-340). Null when they are not known, and for every other ticket.
   */
  readonly customerWords: string | null;
  readonly unreadMessages: number;
  /**
   * Added field: when the customer's first message came that nobody has answered; null when the
   * customer does not wait.
   */
  readonly waitingSince: string | null;
  readonly createdAt: string;
  /** The time of the last activity; lists are ordered by it, newest first. */
  readonly updatedAt: string;
  readonly acceptedAt: string | null;
  readonly closedAt: string | null;
  readonly pauseTag: string | null;
  /** Added field: since when it is paused; null when it is not, and when that was never recorded. */
  readonly pausedAt: string | null;
  /**
   * Added field: a pause that ends by itself, at `until` and when the customer writes, or only then where that is null. `timeUp` and
   * `wrote` say how it ended, until the ticket's next change; null for every other ticket (D-440).
   */
  readonly snooze: { readonly state: Snooze; readonly until: string | null } | null;
  /**
   * Added field: what is due first by the targets of its queue, and when; in the past where it is overdue. Null without a target and
   * while its clocks stand still (D-510).
   */
  readonly target: { readonly of: TargetKind; readonly dueAt: string } | null;
  /** Added field: why it was closed; null while it is live, and for those of before (D-501). */
  readonly closing: ClosingView | null;
  /** Added field: who is invited to it until it is closed, in the order of the invitations; absent for nobody (D-550). */
  readonly guests?: readonly GuestView[];
  /** Added field: the advertisement that the customer tapped before the first message. */
  readonly adSource: AdSource | null;
  /** Added field: since when Meta's agent answers the customer; null while it does not. Our next answer takes over (D-309). */
  readonly metaAgentSince: string | null;
  readonly isGroup: boolean;
  /** Added field: what sent the message that the ticket exists only to hold; null once it is a conversation (D-268). */
  readonly origin: TicketOrigin | null;
  /**
   * Added field of GET /tickets/{id}, for connections that accept free texts only in the 24 hours
   * after the customer's last message: the end of that time, or null without such a message. Absent
   * elsewhere, because later messages move it.
   */
  readonly windowUntil?: string | null;
  /** Added field: rises with every change; an older view never replaces a newer one. */
  readonly version: number;
}

/** A colleague who is invited to a ticket, and who invited them; null for an account that was deleted. */
export interface GuestView {
  readonly id: number;
  readonly name: string;
  readonly profilePicUrl: string | null;
  readonly invitedBy: { readonly id: number; readonly name: string } | null;
}

/** What was done to many tickets, and why not to the others: with the code and the sentence that the call for one ticket answers. */
export interface TicketsDoneView {
  readonly done: number;
  /** The name of the contact; empty for tickets that the person may not see, which are all answered as if there were none. */
  readonly refused: readonly { readonly ticketId: number; readonly name: string; readonly code: string; readonly error: string }[];
}

/** The tickets of a list as they are now, newest activity first, at most as many as can be changed together. */
export interface TicketIdsView {
  readonly ticketIds: readonly number[];
}

/** Why a ticket was closed: a reason of the company's list, also one that is gone from it; or why Balcão closed it; or neither. */
export interface ClosingView {
  readonly reason: { readonly id: number; readonly name: string; readonly color: string } | null;
  readonly automatic: AutomaticReason | null;
  readonly note: string | null;
}

/** The waiting ticket to accept next; null when nobody waits. */
export interface NextTicketView {
  readonly ticket: TicketView | null;
}

export interface TicketListView {
  readonly tickets: readonly TicketView[];
  readonly hasMore: boolean;
  /** Exact for the lists of the inbox; at most 1,000 when other filters apply. */
  readonly count: number;
}

/** Tickets of one contact, newest first; `before` of the last one's id gives those that follow. */
export interface ContactTicketsView {
  readonly tickets: readonly TicketView[];
  readonly hasMore: boolean;
}

/** The newest message of a found ticket that contains the text. */
export interface TicketHitView {
  readonly messageId: string;
  /** The searched part of the message: no pictures of locations, no photographs of contact cards. */
  readonly body: string;
  readonly mediaType: MessageType;
  readonly fromMe: boolean;
  readonly createdAt: string;
  /** The signed address of a small picture of its file; null without one. */
  readonly thumbUrl: string | null;
}

/**
 * The result of a search: the 50 newest tickets that match, newest activity first.
 */
export interface TicketSearchView {
  /** `hit` is added; it is null when the search had no text for messages. */
  readonly tickets: readonly (TicketView & { readonly hit: TicketHitView | null })[];
  /** Added: true when the search ran out of time before it had checked every ticket. */
  readonly partial: boolean;
}

/** What a list of more than 100 tickets gives of each, for administrators' charts. */
interface TicketFactsView {
  readonly id: number;
  readonly status: TicketStatus;
  readonly createdAt: string;
  readonly acceptedAt: string | null;
  readonly closedAt: string | null;
  readonly userId: number | null;
  readonly queueId: number | null;
  readonly contactId: number;
}

export interface TicketFactsListView {
  readonly tickets: readonly TicketFactsView[];
  readonly hasMore: boolean;
  readonly count: number;
}

/**
 * The three facts that ERR_OTHER_OPEN_TICKET needs when the person may not see the whole ticket.
 */
export interface OtherTicketView {
  readonly status: TicketStatus;
  readonly user: { readonly name: string } | null;
  readonly queue: { readonly name: string } | null;
}

/** An automatic decision about a ticket: by which rule it went where. docs/FLOW.md lists the rules. */
export interface TicketDecisionView {
  readonly id: number;
  readonly at: string;
  readonly rule: DecisionRule;
  readonly queue: { readonly id: number; readonly name: string } | null;
  readonly user: { readonly id: number; readonly name: string } | null;
  /** The score of a rating. */
  readonly rate: number | null;
}

/** The summary of a conversation by an AI server. */
export interface TicketSummaryView {
  readonly resume: string;
  /** Added: how many messages it was made of, the newest that the person sees. */
  readonly messages: number;
  /** Added: older messages were left out, because there is a limit. */
  readonly partial: boolean;
}
