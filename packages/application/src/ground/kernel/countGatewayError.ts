import { SEND_ERROR_CODES, type ConnectorApi } from "@balcao/domain/connections";
import type { SendOutcome } from "@balcao/domain/messages";
import { GatewayError } from "@balcao/gateways/port";
import type { Services } from "./services.js";

/** Counts a failed question to a gateway by the kind of its error. */
export function countGatewayError({ metrics }: Pick<Services, "metrics">, connector: ConnectorApi | undefined, error: unknown): void {
  metrics.gatewayErrorsTotal.inc({ connector: connector ?? "none", kind: error instanceof GatewayError ? error.kind : "fault" });
}

const KNOWN: ReadonlySet<unknown> = new Set(SEND_ERROR_CODES);

/** The kind of a failed send. The networks' own codes are one kind, because a label must have few values. */
function kindOf(code: unknown): string {
  if (code === "ERR_GATEWAY_TIMEOUT") return "timeout";
  return typeof code === "string" && KNOWN.has(code) ? code : "network";
}

/** Records the outcome of a hand-off and how long its message waited for it. */
export function recordSendOutcome(
  { metrics, clock }: Pick<Services, "metrics" | "clock">,
  connector: ConnectorApi,
  { outcome, firstHandedAt }: { readonly outcome: SendOutcome; readonly firstHandedAt: Date },
): void {
  const seconds = Math.max(0, clock.now().getTime() - firstHandedAt.getTime()) / 1_000;
  metrics.sendSeconds.observe({ connector, outcome: outcome.state }, seconds);
  if (outcome.state !== "sent") metrics.gatewayErrorsTotal.inc({ connector, kind: kindOf(outcome.error.code) });
}
