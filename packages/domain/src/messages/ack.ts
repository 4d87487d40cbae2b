/**
 * The delivery state of a sent message, the same scale for every connector: −1 failed, 0 pending, 1
 * sent, 2 delivered, 3 read, 4 played.
 */
export const ACKS = [-1, 0, 1, 2, 3, 4] as const;
export type Ack = (typeof ACKS)[number];
