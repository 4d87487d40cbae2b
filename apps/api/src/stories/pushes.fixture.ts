import type { RunningPushService } from "@balcao/simulators/pushService";
import type { PushKeyView } from "@balcao/contracts/push";
import type { PushPayload } from "@balcao/domain/notifications";
import type { Agent } from "./agent.fixture.js";

/** Registers a browser of a person; returns what reads the pushes that it received, in order. */
export async function subscribe(pushes: RunningPushService, agent: Agent): Promise<() => PushPayload[]> {
  const { publicKey } = await agent.ask<PushKeyView>("GET", "/push/public_key");
  const subscription = pushes.subscribe(publicKey ?? "");
  await agent.ask("POST", "/push/register", { subscription, userId: agent.id });
  return () =>
    pushes.received.filter(({ endpoint }) => endpoint === subscription.endpoint).map(({ text }) => JSON.parse(text) as PushPayload);
}
