import { abilityConformance } from "./abilityConformance.js";
import { openCloudDouble } from "./cloudDouble.js";
import { messageConformance } from "./messageConformance.js";

messageConformance("cloud_api", (memory) => openCloudDouble(memory), ["accounts", "ownersPhone", "mediaAlong", "forms"]);
abilityConformance("cloud_api", (memory) => openCloudDouble(memory));
