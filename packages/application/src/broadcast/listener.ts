import type { ServerEvent, ServerEventName } from "@balcao/contracts/realtime";

/** What a socket asked to hear; joins narrow what its rights allow and add up among themselves. */
export interface Joins {
  /** List statuses of `joinTickets`. */
  readonly lists: ReadonlySet<string>;
  /** Tickets of `joinChatBox`. */
  readonly boxes: ReadonlySet<number>;
  readonly notification: boolean;
}

/** One event for one socket. */
export type Telling = { [N in ServerEventName]: { readonly name: N; readonly event: ServerEvent<N> } }[ServerEventName];
