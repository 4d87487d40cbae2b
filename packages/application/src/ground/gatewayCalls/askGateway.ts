import type { ConnectorApi } from "@balcao/domain/connections";
import { AppError } from "@balcao/contracts/errors";
import { deleteGatewayCall, insertGatewayCall, readGatewayCall, type GatewayCallRow } from "@balcao/database/gatewayCalls";
import { newUuid } from "@balcao/platform/ids";
import { WAKE, type Ctx, type Services } from "../kernel/index.js";
import type { ConnectorAnswers, ConnectorInputs, GatewayAnswers, GatewayCallKind, GatewayInputs } from "./gatewayCall.js";

/** The longest time that a request waits for a gateway. */
const TIMEOUT_MS = 10_000;
const POLL_MS = 100;

/**
 * Asks a gateway a question. The question is a row, and the process that holds the connection's
 * lease writes the answer into it (ADR 9).
 * Throws ERR_GATEWAY with the code of its sentence when the gateway refuses, and
 * ERR_GATEWAY_TIMEOUT without an answer in ten seconds; the question is deleted in either case.
 */
export async function askGateway<K extends GatewayCallKind>(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { connectionId, kind, input }: { readonly connectionId: number; readonly kind: K; readonly input: GatewayInputs[K] },
): Promise<GatewayAnswers[K]> {
  return (await ask(services, ctx, { connectionId, api: null, kind, input })) as GatewayAnswers[K];
}

/**
 * Asks a connector a question that concerns no connection. Any process with this connector answers;
 * the errors are those of `askGateway`.
 */
export async function askConnector<K extends keyof ConnectorInputs>(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { api, kind, input }: { readonly api: ConnectorApi; readonly kind: K; readonly input: ConnectorInputs[K] },
): Promise<ConnectorAnswers[K]> {
  return (await ask(services, ctx, { connectionId: null, api, kind, input })) as ConnectorAnswers[K];
}

async function ask(services: Services, ctx: Pick<Ctx, "actor">, question: Omit<GatewayCallRow, "id">): Promise<unknown> {
  const id = newUuid();
  const { sql } = services.database;
  const deadline = services.clock.monotonic() + TIMEOUT_MS;
  let wake: () => void = () => undefined;
  const stopListening = services.waker.listen(WAKE.gatewayAnswers, () => wake());
  try {
    await insertGatewayCall(sql, { id, ...question, userId: ctx.actor.id, timeoutMs: TIMEOUT_MS });
    while (services.clock.monotonic() < deadline) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
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
