/** The names of stored messages begin with it. */
export const OUTBOX_PREFIX = "outbox:";

let count: (userId: number) => number = () => 0;

/** Called by the outbox once it is loaded: only then something can wait. */
export const onOutboxLoaded = (counts: (userId: number) => number): void => {
  count = counts;
};

/** How many messages of a person this browser still has to send. */
export const countOutgoing = (userId: number): number => count(userId);
