import {
  changeConnection,
  createConnection,
  deleteConnection,
  discardParked,
  endSession,
  getConnection,
  getQr,
  listConnectionGaps,
  listConnections,
  listKeyCopies,
  listParked,
  pairSession,
  renewSession,
  resolveConnectionGap,
  restoreKeys,
  retryParked,
  startSession,
} from "@balcao/application/numbers/connections";
import type { Services } from "@balcao/application/ground/kernel";
import type { ConnectorApi } from "@balcao/domain/connections";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** Connections and their sessions. `connectors` are those that this installation can open. */
export function connectionHandlers(services: Services, connectors: readonly ConnectorApi[]): FeatureHandlers<"connections"> {
  const run = commandOf(services);
  return {
    list: signedIn(async (ctx) => listConnections(services, ctx)),
    get: signedIn(async (ctx, input) => getConnection(services, ctx, input)),
    listCloud: signedIn(async (ctx, input) => listConnections(services, ctx, input)),
    listGaps: signedIn((ctx, input) => listConnectionGaps(services, ctx, input)),
    resolveGap: run(resolveConnectionGap),
    listParked: signedIn((_ctx, input) => listParked(services, input)),
    retryParked: run(retryParked),
    discardParked: run(discardParked),
    listKeyCopies: signedIn((_ctx, input) => listKeyCopies(services, input)),
    restoreKeys: run(restoreKeys),
    change: run(changeConnection),
    create: signedIn((ctx, input) => createConnection(services, ctx, input, connectors)),
    delete: run(deleteConnection),
    recreate: run(endSession),
    restart: run(startSession),
    qr: run(getQr),
    pair: run(pairSession),
    startSession: run(startSession),
    renewSession: run(renewSession),
    endSession: run(endSession),
  };
}
