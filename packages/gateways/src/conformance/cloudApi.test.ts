import { abilityConformance } from "./abilityConformance.js";
import { CLOUD_TRAITS, openCloudDouble } from "./cloudDouble.js";
import type { GatewayDouble } from "./gatewayDouble.js";
import { messageConformance } from "./messageConformance.js";
import { tokenSessionConformance } from "./sessionConformance.js";
import type { TestHost } from "./testHost.js";

const PAIR_LIMIT_MS = 600_000;

/** The stand-in with a customer who takes so long to write that the limit of messages between two numbers is over. */
async function openUnhurried({ memory }: TestHost): Promise<GatewayDouble> {
  const double = await openCloudDouble(memory);
  return {
    ...double,
    act: (act) => {
      double.graph.control.advance({ ms: PAIR_LIMIT_MS });
      return double.act(act);
    },
  };
}

tokenSessionConformance("cloud_api", ({ memory }) => openCloudDouble(memory));
messageConformance("cloud_api", CLOUD_TRAITS, openUnhurried);
abilityConformance("cloud_api", ({ memory }) => openCloudDouble(memory));
