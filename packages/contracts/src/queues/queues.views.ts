/** A queue (QUEUE-009). `customOrder` 999 is the default order. */
export interface QueueView {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly customOrder: number;
  readonly greetingMessage: string;
}

/** How many conversations lie in a queue, ended ones too, and how many contacts are redirected to it. */
export interface QueueUseView {
  readonly tickets: number;
  readonly contacts: number;
}

/**
 * A queue with its attendants, who get its tickets in turn, in the order in which they were chosen.
 * Without attendants there is no distribution.
 */
export interface QueueDetailView extends QueueView {
  readonly queuesUser: readonly { readonly id: number; readonly name: string }[];
  readonly userIds: readonly number[];
}
