import type { Actor } from "@balcao/domain/access";
import type { ServerEvent, ServerEventName } from "@balcao/contracts/live";
import type { Presenter } from "../../inbox/tickets/index.js";

/** The joins of a socket. They add up, and never exceed its rights. */
export interface Joins {
  /** List statuses of `joinTickets`. */
  readonly lists: ReadonlySet<string>;
  /** Tickets of `joinChatBox`. */
  readonly boxes: ReadonlySet<number>;
  readonly notification: boolean;
  /** The list of chats, by `joinChats`. */
  readonly chats: boolean;
  /** Chats of `joinChatBox("chat-7")`. */
  readonly chatBoxes: ReadonlySet<number>;
}

/**
 * A socket: its person's current rights, the session that file addresses are signed for, and the
 * joins.
 */
export interface Listener {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly joins: Joins;
}

/** A listener with the presenter of its session. */
export interface Viewer extends Listener {
  readonly presenter: Presenter;
}

/** One event for one socket. */
export type LiveMessage = { [N in ServerEventName]: { readonly name: N; readonly event: ServerEvent<N> } }[ServerEventName];
