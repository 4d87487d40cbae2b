/** The states that acks say, from ack -1 on. */
export const DELIVERY_BY_ACK = ["failed", "waiting", "sent", "delivered", "read", "played"] as const;

/** How far a message of ours has come: by its ack, or by what became of its send. */
export type DeliveryState = (typeof DELIVERY_BY_ACK)[number] | "unknown" | "discarded";

/** The state that an ack says, of a connector that reports none above `highestAck` (CONV-030). */
export const deliveryOfAck = (ack: number, highestAck: number): DeliveryState =>
  DELIVERY_BY_ACK[Math.min(ack, highestAck) + 1] ?? "waiting";

/** A stored state as it is shown for a connector that reports no ack above `highestAck`. */
export function shownDelivery(state: DeliveryState, highestAck: number): DeliveryState {
  const place = DELIVERY_BY_ACK.findIndex((each) => each === state);
  return place === -1 ? state : deliveryOfAck(place - 1, highestAck);
}

/**
 * The delivery state of a sent message, the same scale for every connector: −1 failed, 0 pending, 1
 * sent, 2 delivered, 3 read, 4 played.
 */
export const ACKS = [-1, 0, 1, 2, 3, 4] as const;
export type Ack = (typeof ACKS)[number];
