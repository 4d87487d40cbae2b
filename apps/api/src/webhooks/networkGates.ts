import { createGate, type Gate } from "@balcao/gateways/intake";
import { networkOf } from "@balcao/platform/http";

/**
 * A gate with so many places for each network. A body is large before its signature can be checked, so a stranger's slow ones must not
 * take the places of a gateway's.
 */
export function createNetworkGates(places: number): (ip: string | undefined) => Gate {
  const gates = new Map<string, { readonly gate: Gate; users: number }>();
  return (ip) => {
    const network = networkOf(ip ?? null);
    return {
      enter: async () => {
        const own = gates.get(network) ?? { gate: createGate(places), users: 0 };
        gates.set(network, own);
        own.users += 1;
        const leave = await own.gate.enter();
        let isInside = true;
        return () => {
          if (!isInside) return;
          isInside = false;
          leave();
          own.users -= 1;
          if (own.users === 0) gates.delete(network);
        };
      },
    };
  };
}
