/** A queue (QUEUE-009). `customOrder` 999 is the default order. */
export interface QueueView {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly customOrder: number;
  readonly greetingMessage: string;
  /** Added: the hours that differ from the company's (D-380), as the text of the setting `openingHours`; empty for none. */
  readonly openingHours: string;
  /** Added: what customers read while it is closed; empty for the words of their connection. */
  readonly outOfHoursMessage: string;
  /** Added: the queue that takes its customers while it is closed and that one is open; null for none. */
  readonly outOfHoursQueueId: number | null;
  /** Added: minutes of working time until the first answer, each later answer, and the end of a conversation; null for no target (D-510). */
  readonly firstAnswerTarget: number | null;
  readonly nextAnswerTarget: number | null;
  readonly resolutionTarget: number | null;
  /** Added: after which share of that time, in percent, the owner is told. */
  readonly targetWarning: number;
  /** Added: how many of its open and assigned pending conversations distribution gives to one person at most; null for any number. */
  readonly openLimit: number | null;
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
