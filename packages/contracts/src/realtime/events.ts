import type { ListStatus } from "@balcao/domain/tickets";
import type { ConnectionSessionView, ConnectionShortView, ConnectionView } from "../connections/connections.views.js";
import type { ContactView } from "../contacts/contacts.views.js";
import type { MessageView } from "../messages/messages.views.js";
import type { QueueView } from "../queues/queues.views.js";
import type { SettingView } from "../settings/settings.routes.js";
import type { TemplateView } from "../templates/templates.views.js";
import type { TicketView } from "../tickets/tickets.views.js";
import type { ColleagueView, UserView } from "../users/users.views.js";

export type TicketEvent =
  /** `cameIntoSight`: it was out of this person's sight before, so its messages of that time were not sent: loaded pages are read afresh. */
  | { readonly action: "update"; readonly ticket: TicketView; readonly ticketId: number; readonly cameIntoSight?: true }
  | { readonly action: "updateUnread"; readonly ticketId: number; readonly version: number }
  /** The ticket left a list (or was deleted): `version` is absent when it is gone for good or out of sight. */
  | { readonly action: "delete"; readonly ticketId: number };

export interface AppMessageEvent {
  readonly action: "create" | "update";
  readonly message: MessageView;
  readonly ticket: TicketView;
  readonly contact: { readonly id: number; readonly name: string } | null;
}

export type ContactEvent =
  | { readonly action: "create" | "update"; readonly contact: ContactView; readonly contactId: number }
  | { readonly action: "delete"; readonly contactId: number };
export type ConnectionEvent =
  | { readonly action: "create" | "update"; readonly whatsapp: ConnectionView | ConnectionShortView; readonly whatsappId: number }
  | { readonly action: "delete"; readonly whatsappId: number };
export interface ConnectionSessionEvent {
  readonly action: "update";
  readonly session: ConnectionSessionView;
}
export type UserEvent =
  | { readonly action: "create" | "update"; readonly user: UserView | ColleagueView; readonly userId: number }
  | { readonly action: "delete"; readonly userId: number };
export type QueueEvent =
  | { readonly action: "create" | "update"; readonly queue: QueueView; readonly queueId: number }
  | { readonly action: "delete"; readonly queueId: number };
export interface SettingsEvent {
  readonly action: "update";
  readonly setting: SettingView;
}
export type BotTicketEvent =
  | { readonly action: "create" | "update"; readonly ticket: TicketView; readonly ticketId: number }
  | { readonly action: "reload" | "delete"; readonly ticketId: number };

/** Of one connection's business account, which `whatsappId` names (added field). A deletion takes every language of the name (D-219). */
export type TemplateEvent =
  | { readonly action: "create" | "update"; readonly template: TemplateView; readonly templateName: string; readonly whatsappId: number }
  | { readonly action: "delete"; readonly templateName: string; readonly whatsappId: number };

/** Counts of the lists that a socket watches, by list status (added event). */
export interface TicketCountsEvent {
  readonly counts: Readonly<Partial<Record<ListStatus, number>>>;
}

/**
 * What the server says (RT-006…RT-017, D-232). The second argument of an event, where there is one, is a cursor that covers everything
 * sent so far: the client gives the last one back in `resume` after a reconnect. Clients that know nothing of it ignore it.
 */
export interface ServerToClient {
  ticket: (event: TicketEvent, cursor?: string) => void;
  appMessage: (event: AppMessageEvent, cursor?: string) => void;
  contact: (event: ContactEvent, cursor?: string) => void;
  whatsapp: (event: ConnectionEvent, cursor?: string) => void;
  whatsappSession: (event: ConnectionSessionEvent, cursor?: string) => void;
  user: (event: UserEvent, cursor?: string) => void;
  queue: (event: QueueEvent, cursor?: string) => void;
  settings: (event: SettingsEvent, cursor?: string) => void;
  ticketBot: (event: BotTicketEvent, cursor?: string) => void;
  template: (event: TemplateEvent, cursor?: string) => void;
  ticketCounts: (event: TicketCountsEvent) => void;
  /** Too much was missed, or the cursor is not known any more: read everything afresh; `cursor` replaces the client's own. */
  resync: (event: { readonly cursor: string }) => void;
  /** First event of every connection: the cursor from which this socket is being served. */
  ready: (event: { readonly cursor: string }) => void;
}

/** A list filter that a socket wants counts for; the server judges what of it is allowed (D-028). */
export interface CountsFilter {
  readonly showAll: boolean;
  readonly queueIds: readonly number[] | null;
}

/** What a client may say (RT-001…RT-005, S-21). Refused joins are silent. */
export interface ClientToServer {
  joinNotification: () => void;
  joinTickets: (status: string) => void;
  joinChats: (userId: number | string) => void;
  joinChatBox: (id: number | string) => void;
  "user-heartbeat": () => void;
  resume: (request: { readonly cursor: string }) => void;
  /** Added: keeps `ticketCounts` coming for this filter. */
  watchCounts: (filter: CountsFilter) => void;
}

export const CLIENT_EVENTS = [
  "joinNotification",
  "joinTickets",
  "joinChats",
  "joinChatBox",
  "user-heartbeat",
  "resume",
  "watchCounts",
] as const satisfies readonly (keyof ClientToServer)[];

export type ServerEventName = keyof ServerToClient;
/** The payload of a server event. */
export type ServerEvent<N extends ServerEventName> = Parameters<ServerToClient[N]> extends [infer E, ...unknown[]] ? E : undefined;
