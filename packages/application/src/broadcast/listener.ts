import type { Actor } from "@balcao/domain/access";
import type { ServerEvent, ServerEventName } from "@balcao/contracts/realtime";
import type { Presenter } from "../tickets/index.js";

/** What a socket asked to hear; joins narrow what its rights allow and add up among themselves. */
export interface Joins {
  /** List statuses of `joinTickets`. */
  readonly lists: ReadonlySet<string>;
  /** Tickets of `joinChatBox`. */
  readonly boxes: ReadonlySet<number>;
  readonly notification: boolean;
}

/** Somebody who listens: the rights of now, the session that file addresses are made out to, and the joins. */
export interface Listener {
  readonly actor: Actor;
  readonly sessionId: string;
  readonly joins: Joins;
}

/** A listener together with what presents views to the session. */
export interface Viewer extends Listener {
  readonly presenter: Presenter;
}

/** One event as it goes to one socket. */
export type LiveMessage = { [N in ServerEventName]: { readonly name: N; readonly event: ServerEvent<N> } }[ServerEventName];
