import { availableParallelism } from "node:os";
import { drainLane, type Interpreter } from "@balcao/application/inbox/inbound";
import { WAKE, type Services } from "@balcao/application/ground/kernel";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { GatewayConnector } from "@balcao/gateways/port";
import type { Lifecycle } from "@balcao/platform/lifecycle";
import { lanesAtOnce } from "../poolSize.js";
import { createLoopGroup } from "./loopGroup.js";

const LANES_AT_ONCE = lanesAtOnce(availableParallelism());
/** All lanes together look this often for work that no wake-up has announced: at first, and after a while without any. */
const POLL_MS = 100;
const LONGEST_POLL_MS = 1_000;

/** Starts the loops that drain lanes until none is ready, and again after a wake-up or the short poll. */
export function startLanes(services: Services, connectors: ReadonlyMap<ConnectorApi, GatewayConnector>, lifecycle: Lifecycle): void {
  const interpreter: Interpreter = {
    toInbound: (api, kind, payload) =>
      connectors.get(api)?.toInbound(kind, payload) ?? { kind: "ignored", reason: `no connector for ${api}` },
    readAgain: (api, payload) => connectors.get(api)?.readAgain?.(payload) ?? Promise.resolve(payload),
    openEdit: (api, sealed, key) => connectors.get(api)?.openEdit?.(sealed, key) ?? null,
  };
  const { loops, wake } = createLoopGroup({
    name: "lanes",
    size: LANES_AT_ONCE,
    work: () => drainLane(services, interpreter),
    idleMs: POLL_MS * LANES_AT_ONCE,
    longestIdleMs: LONGEST_POLL_MS * LANES_AT_ONCE,
    logger: services.logger,
  });
  services.waker.listen(WAKE.lanes, wake);
  for (const [index, loop] of loops.entries()) {
    lifecycle.onStop(`lanes-${index}`, loop.stop);
    loop.start();
  }
}
