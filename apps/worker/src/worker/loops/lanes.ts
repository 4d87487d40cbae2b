import { drainLane, type Interpreter } from "@balcao/application/inbound";
import { WAKE, type House } from "@balcao/application/kernel";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { GatewayConnector } from "@balcao/gateways/port";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import { createLoop } from "@balcao/platform/loops";

/** Conversations that are worked on at the same time. */
const AT_ONCE = 3;
const POLL_MS = 100;

/** Drains lanes until none is ready; a wake-up or the short poll starts again. */
export function startLanes(house: House, connectors: ReadonlyMap<ConnectorApi, GatewayConnector>, lifecycle: Lifecycle): void {
  const interpreter: Interpreter = {
    toInbound: (api, kind, payload) =>
      connectors.get(api)?.toInbound(kind, payload) ?? { kind: "ignored", reason: `no connector for ${api}` },
    openEdit: (api, sealed, key) => connectors.get(api)?.openEdit?.(sealed, key) ?? null,
  };
  for (let index = 0; index < AT_ONCE; index += 1) {
    const loop = createLoop({ name: `lanes-${index}`, work: () => drainLane(house, interpreter), idleMs: POLL_MS, logger: house.logger });
    house.waker.listen(WAKE.lanes, loop.wake);
    lifecycle.onStop(`lanes-${index}`, loop.stop);
    loop.start();
  }
}
