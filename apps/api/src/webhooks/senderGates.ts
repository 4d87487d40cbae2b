import { createGate, type Gate } from "@balcao/gateways/intake";
import type { Clock } from "@balcao/platform/clock";
import { RecentMap } from "@balcao/platform/recent";
import { createNetworkGates } from "./networkGates.js";

const PROVEN_MS = 60 * 60_000;
const MOST_ADDRESSES = 1_000;

/**
 * Gates for large bodies, whose signature is known only at their end. Addresses that have sent a rightly signed body within the last hour
 * share one, and each network of strangers has another, so that strangers who send slowly hold up nobody else.
 */
interface SenderGates {
  of(address: string): Gate;
  /** Called for each rightly signed body. */
  prove(address: string): void;
}

/** Each gate has `places` places. */
export function createSenderGates(places: number, clock: Pick<Clock, "monotonic">): SenderGates {
  const proven = createGate(places);
  const strangersOf = createNetworkGates(places);
  /** When each address proved itself last. */
  const provenAt = new RecentMap<string, number>(MOST_ADDRESSES);
  return {
    of: (address) => {
      const at = provenAt.get(address);
      return at !== undefined && clock.monotonic() - at < PROVEN_MS ? proven : strangersOf(address);
    },
    prove: (address) => void provenAt.set(address, clock.monotonic()),
  };
}
