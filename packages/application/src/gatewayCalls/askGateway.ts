import type { ConnectorApi } from "@balcao/domain/connections";
import { AppError } from "@balcao/contracts/errors";
import { deleteGatewayCall, insertGatewayCall, readGatewayCall, type GatewayCallRow } from "@balcao/database/gatewayCalls";
import { newUuid } from "@balcao/platform/ids";
import { WAKE, type Ctx, type House } from "../kernel/index.js";
import type { ConnectorAnswers, ConnectorInputs, GatewayAnswers, GatewayCallKind, GatewayInputs } from "./gatewayCall.js";

/** A request never waits longer than this for a gateway. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 100;

/**
 * Asks a gateway something that only it knows. The question is a row; the process that holds the connection's lease answers it as a row
 * (ARCHITECTURE 9). A refusal is ERR_GATEWAY with the code of its sentence; no answer in ten seconds is ERR_GATEWAY_TIMEOUT and the question is void.
 */
export async function askGateway<K extends GatewayCallKind>(
  house: House,
  ctx: Pick<Ctx, "actor">,
  connectionId: number,
  kind: K,
  input: GatewayInputs[K],
): Promise<GatewayAnswers[K]> {
  return (await ask(house, ctx, { connectionId, api: null, kind, input })) as GatewayAnswers[K];
}

/** The same about no connection: any process that can open this kind answers. */
export async function askConnector<K extends keyof ConnectorInputs>(
  house: House,
  ctx: Pick<Ctx, "actor">,
  api: ConnectorApi,
  kind: K,
  input: ConnectorInputs[K],
): Promise<ConnectorAnswers[K]> {
  return (await ask(house, ctx, { connectionId: null, api, kind, input })) as ConnectorAnswers[K];
}

async function ask(house: House, ctx: Pick<Ctx, "actor">, question: Omit<GatewayCallRow, "id">): Promise<unknown> {
  const id = newUuid();
  const { sql } = house.database;
  const deadline = house.clock.monotonic() + PATIENCE_MS;
  let wake: () => void = () => undefined;
  const stopListening = house.waker.listen(WAKE.gatewayAnswers, () => wake());
  try {
    await insertGatewayCall(sql, { id, ...question, userId: ctx.actor.id, timeoutMs: PATIENCE_MS });
    while (house.clock.monotonic() < deadline) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      const row = await readGatewayCall(sql, id);
      if (row?.state === "answered") return row.answer;
      if (row?.state === "refused") throw new AppError("ERR_GATEWAY", { sentence: row.error ?? "ERR_GATEWAY" });
    }
    throw new AppError("ERR_GATEWAY_TIMEOUT");
  } finally {
    stopListening();
    await deleteGatewayCall(sql, id);
  }
}
