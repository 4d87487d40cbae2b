import { createGate, type Gate } from "@balcao/gateways/intake";
import type { Clock } from "@balcao/platform/clock";

const PROVEN_MS = 60 * 60_000;
const MOST_ADDRESSES = 1_000;

/**
 * Gates for large bodies, whose signature is known only at their end. Addresses that have sent a rightly signed body within the last hour
 * share one, all others another, so that strangers who send slowly hold up nobody else.
 */
interface SenderGates {
  of(address: string): Gate;
  /** Called for each rightly signed body. */
  prove(address: string): void;
}

/** Each gate has `places` places. */
export function createSenderGates(places: number, clock: Pick<Clock, "monotonic">): SenderGates {
  const [proven, strangers] = [createGate(places), createGate(places)];
  /** When each address proved itself last, the longest ago first. */
  const provenAt = new Map<string, number>();
  return {
    of: (address) => {
      const at = provenAt.get(address);
      return at !== undefined && clock.monotonic() - at < PROVEN_MS ? proven : strangers;
    },
    prove: (address) => {
      provenAt.delete(address);
      provenAt.set(address, clock.monotonic());
      const [oldest] = provenAt.keys();
      if (provenAt.size > MOST_ADDRESSES && oldest !== undefined) provenAt.delete(oldest);
    },
  };
}
