import { BAILEYS_TRAITS, openBaileysDouble } from "./baileysDouble.js";
import { messageConformance } from "./messageConformance.js";
import { sessionConformance } from "./sessionConformance.js";

sessionConformance(
  "baileys",
  BAILEYS_TRAITS,
  (host) => openBaileysDouble(host, { withCustomer: false }),
  (host) => openBaileysDouble(host, { withCustomer: false, qrMs: 60 }),
);
messageConformance("baileys", BAILEYS_TRAITS, (host) => openBaileysDouble(host));
