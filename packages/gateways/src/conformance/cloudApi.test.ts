import { abilityConformance } from "./abilityConformance.js";
import { CLOUD_TRAITS, openCloudDouble } from "./cloudDouble.js";
import { messageConformance } from "./messageConformance.js";

messageConformance("cloud_api", CLOUD_TRAITS, ({ memory }) => openCloudDouble(memory));
abilityConformance("cloud_api", ({ memory }) => openCloudDouble(memory));
