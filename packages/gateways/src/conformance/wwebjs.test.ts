import { abilityConformance } from "./abilityConformance.js";
import { messageConformance } from "./messageConformance.js";
import { sessionConformance } from "./sessionConformance.js";
import { openWwebjsDouble, WWEBJS_TRAITS } from "./wwebjsDouble.js";

sessionConformance(
  "wwebjs",
  WWEBJS_TRAITS,
  (host) => openWwebjsDouble(host),
  (host) => openWwebjsDouble(host, { codeMs: 100, times: { qrMs: 1_500 } }),
);
messageConformance("wwebjs", WWEBJS_TRAITS, (host) => openWwebjsDouble(host));
abilityConformance("wwebjs", (host) => openWwebjsDouble(host));
