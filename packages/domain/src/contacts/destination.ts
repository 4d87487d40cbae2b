import type { AddressKind } from "../messages/index.js";
import { canonicalPhone, isSamePhone } from "./phone.js";

/** An address that reaches a contact on a connection. */
export interface ReachingAddress {
  readonly kind: AddressKind;
  readonly value: string;
}

/** What decides which address of a contact gets an answer. */
export interface DestinationFacts {
  /** Phones first, and of each kind the one that was learnt last. */
  readonly addresses: readonly ReachingAddress[];
  /** The contact's shown number, or null. */
  readonly number: string | null;
  /** The chat of the contact's last message on the connection, as a `peerKey`; null without one. */
  readonly lastChat: string | null;
}

/**
 * Returns where an answer goes [D-266]: to the chat that wrote last, while its address is the contact's;
 * else to the shown number; else to the first address. Null when no address reaches the contact.
 */
export function chooseDestination({ addresses, number, lastChat }: DestinationFacts): ReachingAddress | null {
  return (
    addresses.find(({ kind, value }) => `${kind}:${value}` === lastChat) ??
    addresses.find(({ kind, value }) => number !== null && kind === "phone" && isSamePhone(value, number)) ??
    addresses[0] ??
    null
  );
}

/** Whether answers could go to different phones: a phone and an opaque address of one person count as one. */
export function hasSeveralDestinations(addresses: readonly ReachingAddress[]): boolean {
  const different = new Set(addresses.map(({ kind, value }) => `${kind}:${kind === "phone" ? canonicalPhone(value) : value}`));
  return different.size > new Set(addresses.map(({ kind }) => kind)).size;
}
