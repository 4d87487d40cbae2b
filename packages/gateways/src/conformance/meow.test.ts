import { abilityConformance } from "./abilityConformance.js";
import { MEOW_TRAITS, openMeowDouble } from "./meowDouble.js";
import { messageConformance } from "./messageConformance.js";
import { sessionConformance } from "./sessionConformance.js";

sessionConformance(
  "meow",
  MEOW_TRAITS,
  ({ memory }) => openMeowDouble(memory),
  ({ memory }) => openMeowDouble(memory, 100),
);
messageConformance("meow", MEOW_TRAITS, ({ memory }) => openMeowDouble(memory));
abilityConformance("meow", ({ memory }) => openMeowDouble(memory));
