import { messageConformance } from "./messageConformance.js";
import { sessionConformance } from "./sessionConformance.js";
import { openWwebjsDouble } from "./wwebjsDouble.js";

sessionConformance(
  "wwebjs",
  (memory) => openWwebjsDouble(memory),
  (memory) => openWwebjsDouble(memory, { codeMs: 100, times: { qrMs: 1_500 } }),
);
messageConformance("wwebjs", (memory) => openWwebjsDouble(memory), { chosenId: false, webhooks: false });
