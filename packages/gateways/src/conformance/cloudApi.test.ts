import { abilityConformance } from "./abilityConformance.js";
import { CLOUD_TRAITS, openCloudDouble } from "./cloudDouble.js";
import { messageConformance } from "./messageConformance.js";
import { tokenSessionConformance } from "./sessionConformance.js";

tokenSessionConformance("cloud_api", ({ memory }) => openCloudDouble(memory));
messageConformance("cloud_api", CLOUD_TRAITS, ({ memory }) => openCloudDouble(memory));
abilityConformance("cloud_api", ({ memory }) => openCloudDouble(memory));
