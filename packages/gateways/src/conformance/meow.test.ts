import { openMeowDouble } from "./meowDouble.js";
import { messageConformance } from "./messageConformance.js";
import { sessionConformance } from "./sessionConformance.js";

sessionConformance(
  "meow",
  (memory) => openMeowDouble(memory),
  (memory) => openMeowDouble(memory, 100),
);
messageConformance("meow", (memory) => openMeowDouble(memory), { chosenId: true, webhooks: true });
