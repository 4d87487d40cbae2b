import type { ListStatus } from "@balcao/domain/tickets";
import type { ChatMessageView, ChatView } from "../chats/chats.views.js";
import type { ConnectionSessionView, ConnectionShortView, ConnectionView } from "../connections/connections.views.js";
import type { ContactView } from "../contacts/index.js";
import type { JobView } from "../jobs/index.js";
import type { MassSendView } from "../massSends/index.js";
import type { MessageView } from "../messages/messages.views.js";
import type { NoticeView } from "../notices/notices.views.js";
import type { ProtocolView } from "../protocols/index.js";
import type { QuestionView } from "../questions/index.js";
import type { QueueView } from "../queues/index.js";
import type { QuickAnswerView } from "../quickAnswers/index.js";
import type { SettingView } from "../settings/index.js";
import type { ScheduleView } from "../schedules/index.js";
import type { TagView } from "../tags/index.js";
import type { TemplateView } from "../templates/templates.views.js";
import type { TicketView } from "../tickets/tickets.views.js";
import type { ColleagueView, UserView } from "../users/users.views.js";

export type TicketEvent =
  /**
   * `cameIntoSight`: the person could not see the ticket before and did not receive its messages,
   * so loaded pages must be read again.
   */
  | { readonly action: "update"; readonly ticket: TicketView; readonly ticketId: number; readonly cameIntoSight?: true }
  | { readonly action: "updateUnread"; readonly ticketId: number; readonly version: number }
  /** The ticket left a list or was deleted; without `version` the person does not see it any more. */
  | { readonly action: "delete"; readonly ticketId: number };

export interface AppMessageEvent {
  readonly action: "create" | "update";
  readonly message: MessageView;
  readonly ticket: TicketView;
  readonly contact: { readonly id: number; readonly name: string } | null;
}

/** About one contact. */
export type OneContactEvent =
  | { readonly action: "create" | "update"; readonly contact: ContactView; readonly contactId: number }
  | { readonly action: "delete"; readonly contactId: number };
/** `reload` (added): many contacts changed at once, so lists must be read again. */
type ContactEvent = OneContactEvent | { readonly action: "reload" };
export type ConnectionEvent =
  | { readonly action: "create" | "update"; readonly whatsapp: ConnectionView | ConnectionShortView; readonly whatsappId: number }
  | { readonly action: "delete"; readonly whatsappId: number };
export interface ConnectionSessionEvent {
  readonly action: "update";
  readonly session: ConnectionSessionView;
}
/** `profileChanged` (added): the person has another profile, on which the lists of others depend under the hierarchy. */
export type UserEvent =
  | {
      readonly action: "create" | "update";
      readonly user: UserView | ColleagueView;
      readonly userId: number;
      readonly profileChanged?: true;
    }
  | { readonly action: "delete"; readonly userId: number };
type QueueEvent =
  | { readonly action: "create" | "update"; readonly queue: QueueView; readonly queueId: number }
  | { readonly action: "delete"; readonly queueId: number };
type TagEvent =
  | { readonly action: "create" | "update"; readonly tag: TagView; readonly tagId: number }
  | { readonly action: "delete"; readonly tagId: number };
export type QuickAnswerEvent =
  | { readonly action: "create" | "update"; readonly quickAnswer: QuickAnswerView; readonly quickAnswerId: number }
  | { readonly action: "delete"; readonly quickAnswerId: number };
type QuestionEvent =
  | { readonly action: "create" | "update"; readonly perguntas: QuestionView; readonly perguntaId: number }
  | { readonly action: "delete"; readonly perguntaId: number };
type MassSendEvent =
  | { readonly action: "create" | "update"; readonly envios: MassSendView; readonly envioId: number }
  | { readonly action: "delete"; readonly envioId: number };
type ScheduleEvent =
  | { readonly action: "create" | "update"; readonly agendamento: ScheduleView; readonly agendamentoId: number }
  | { readonly action: "delete"; readonly agendamentoId: number };
/** About a message that is scheduled in a conversation (added event); the list of its ticket is read again. */
type PlannedMessageEvent = Readonly<{ action: "create" | "update" | "delete"; agendamentoId: number; ticketId: number; contactId: number }>;
interface SettingsEvent {
  readonly action: "update";
  readonly setting: SettingView;
}
export type BotTicketEvent =
  | { readonly action: "create" | "update"; readonly ticket: TicketView; readonly ticketId: number }
  | { readonly action: "reload" | "delete"; readonly ticketId: number };

/**
 * About a template of the business account of the connection `whatsappId` (added field).
 * A deletion removes every language of the name.
 */
export type TemplateEvent =
  | { readonly action: "create" | "update"; readonly template: TemplateView; readonly templateName: string; readonly whatsappId: number }
  | { readonly action: "delete"; readonly templateName: string; readonly whatsappId: number };

/** Protocols cannot be deleted. */
interface ProtocolEvent {
  readonly action: "create" | "update";
  readonly protocolo: ProtocolView;
  readonly protocoloId: number;
}

/** The same for a chat (added event). */
interface ChatPresenceEvent {
  readonly chatId: number;
  readonly people: TicketPresenceEvent["people"];
}

/**
 * About an internal chat. `updateUnread`: somebody has read; `delete`: the person does not take part
 * any more.
 */
export type ChatEvent =
  | { readonly action: "create" | "update" | "updateUnread"; readonly chat: ChatView; readonly chatId: number }
  | { readonly action: "delete"; readonly chatId: number };

/** A message of an internal chat; one that was deleted keeps its place without its content. */
export interface ChatMessageEvent {
  readonly action: "create" | "update" | "delete";
  readonly message: ChatMessageView;
  readonly chat: ChatView;
}

/** About notices to the person (added event). `delete`: she has looked at them, or what they are about is gone or settled. */
export type NoticeEvent =
  { readonly action: "create"; readonly notice: NoticeView } | { readonly action: "delete"; readonly noticeIds: readonly string[] };

/** How many messages of a chat the person `userId` has not read. */
interface UnreadChatEvent {
  readonly chatId: number;
  readonly userId: number;
  readonly messagesUnread: number;
}

/** Counts of the lists that a socket watches, by list status (added event). */
interface TicketCountsEvent {
  readonly counts: Readonly<Partial<Record<ListStatus, number>>>;
}

/** About a job of the person (added event). */
export type JobEvent =
  { readonly action: "update"; readonly job: JobView; readonly jobId: number } | { readonly action: "delete"; readonly jobId: number };

/** About the person's own account (added event): an unknown browser has signed in, or what one signs in with has changed. */
interface AccountEvent {
  readonly action: "signIn" | "email" | "secondFactorOn" | "secondFactorOff" | "passkeyOn" | "passkeyOff" | "apiToken" | "provider";
  /** The browser that signed in, as it names itself; empty where it does not. */
  readonly userAgent: string;
}

/** What a person does at a ticket: reads it, or writes an answer. */
export const PRESENCE_MODES = ["viewing", "typing"] as const;
export type PresenceMode = (typeof PRESENCE_MODES)[number];

/**
 * Everybody who has a ticket's conversation on the screen, those who write first (added event). It
 * informs and locks nothing.
 */
export interface TicketPresenceEvent {
  readonly ticketId: number;
  readonly people: readonly { readonly userId: number; readonly name: string; readonly mode: PresenceMode }[];
}

/** Of a saved view (added event). It names the view alone, because each person's looks otherwise: clients read their views again. */
export interface SavedViewEvent {
  readonly action: "create" | "update" | "delete";
  readonly viewId: number;
}

/** Events about one row of a table. A name here is also a topic of the server and gives the audit actions `{name}.create`, `.change`, `.delete`. */
interface RowEvents {
  contact: ContactEvent;
  user: UserEvent;
  queue: QueueEvent;
  tag: TagEvent;
  quickAnswer: QuickAnswerEvent;
}
export type RowEventName = keyof RowEvents;

/**
 * The events that the server sends (RT-006…RT-017). Some have a cursor as second argument,
 * which covers everything sent so far and which the client sends in `resume` after a reconnect;
 * clients may ignore it.
 */
export interface ServerToClient extends RowListeners {
  ticket: (event: TicketEvent, cursor?: string) => void;
  appMessage: (event: AppMessageEvent, cursor?: string) => void;
  whatsapp: (event: ConnectionEvent, cursor?: string) => void;
  whatsappSession: (event: ConnectionSessionEvent, cursor?: string) => void;
  settings: (event: SettingsEvent, cursor?: string) => void;
  ticketBot: (event: BotTicketEvent, cursor?: string) => void;
  pergunta: (event: QuestionEvent, cursor?: string) => void;
  envioMassa: (event: MassSendEvent, cursor?: string) => void;
  agendamento: (event: ScheduleEvent, cursor?: string) => void;
  mensagemAgendada: (event: PlannedMessageEvent, cursor?: string) => void;
  template: (event: TemplateEvent, cursor?: string) => void;
  protocolo: (event: ProtocolEvent, cursor?: string) => void;
  chat: (event: ChatEvent, cursor?: string) => void;
  /** The same as `chat`, for the bell and the inbox. */
  ticketChat: (event: ChatEvent, cursor?: string) => void;
  appMessageChat: (event: ChatMessageEvent, cursor?: string) => void;
  unreadMessageChat: (event: UnreadChatEvent, cursor?: string) => void;
  savedView: (event: SavedViewEvent, cursor?: string) => void;
  notice: (event: NoticeEvent, cursor?: string) => void;
  job: (event: JobEvent, cursor?: string) => void;
  account: (event: AccountEvent, cursor?: string) => void;
  ticketCounts: (event: TicketCountsEvent) => void;
  ticketPresence: (event: TicketPresenceEvent) => void;
  chatPresence: (event: ChatPresenceEvent) => void;
  /**
   * The missed events cannot be replayed: the client must reload everything and use this `cursor`.
   */
  resync: (event: { readonly cursor: string }) => void;
  /**
   * The first event of every connection, with the cursor from which on this socket receives events.
   */
  ready: (event: { readonly cursor: string }) => void;
  /**
   * This server ends: the socket is closed right after, and the client connects again after
   * `retryAfterMs`, so that not all clients come at once.
   */
  restarting: (event: { readonly retryAfterMs: number }) => void;
}

/**
 * A list filter whose counts a socket subscribes to; the server decides what of it is allowed.
 */
export interface CountsFilter {
  readonly showAll: boolean;
  readonly queueIds: readonly number[] | null;
}

/** The events that a client may send (RT-001…RT-005, S-21). A refused join gets no answer. */
export interface ClientToServer {
  joinNotification: () => void;
  joinTickets: (status: string) => void;
  joinChats: (userId: number | string) => void;
  joinChatBox: (id: number | string) => void;
  "user-heartbeat": () => void;
  resume: (request: { readonly cursor: string }) => void;
  /** Added: subscribes to `ticketCounts` for this filter. */
  watchCounts: (filter: CountsFilter) => void;
  /**
   * Added: the ticket or chat that this socket shows; it takes the place of the one before, and null
   * of a ticket means none. Repeated every 20 s; `typing` ends by itself after 15 s, `viewing` after 45 s.
   */
  presence: (present: ({ readonly ticketId: number | null } | { readonly chatId: number }) & { readonly mode: PresenceMode }) => void;
  /**
   * Added: the tickets whose rows are on the screen, at most 100; they take the place of those before. Each one that is new is answered
   * by a `ticketPresence`, which is empty for a ticket that the person does not see.
   */
  watchPresence: (rows: { readonly ticketIds: readonly number[] }) => void;
}

export const CLIENT_EVENTS = [
  "joinNotification",
  "joinTickets",
  "joinChats",
  "joinChatBox",
  "user-heartbeat",
  "resume",
  "watchCounts",
  "presence",
  "watchPresence",
] as const satisfies readonly (keyof ClientToServer)[];

type RowListeners = { readonly [N in RowEventName]: (event: RowEvents[N], cursor?: string) => void };

export type ServerEventName = keyof ServerToClient;
/** The payload of a server event. */
export type ServerEvent<N extends ServerEventName> = Parameters<ServerToClient[N]> extends [infer E, ...unknown[]] ? E : undefined;
