import { abilityConformance } from "./abilityConformance.js";
import type { GatewayDouble } from "./gatewayDouble.js";
import { MEOW_TRAITS, openMeowDouble } from "./meowDouble.js";
import { messageConformance } from "./messageConformance.js";
import { sessionConformance } from "./sessionConformance.js";
import type { TestHost } from "./testHost.js";

/** The stand-in, whose webhooks tell the host what they say about the session, as applied hints do. */
async function openTold(host: TestHost, speed?: number): Promise<GatewayDouble> {
  const double = await openMeowDouble(host.memory, speed);
  host.told = () => {
    const hints = double.journal().flatMap(({ kind, payload }) => {
      const event = double.connector.toInbound(kind, payload);
      return event.kind === "sessionHint" ? [event] : [];
    });
    const since = hints.slice(hints.findLastIndex(({ hint }) => hint === "Connected") + 1);
    return since.findLast(({ reason }) => reason !== undefined)?.reason ?? null;
  };
  return double;
}

sessionConformance("meow", MEOW_TRAITS, openTold, (host) => openTold(host, 100));
messageConformance("meow", MEOW_TRAITS, ({ memory }) => openMeowDouble(memory));
abilityConformance("meow", ({ memory }) => openMeowDouble(memory));
