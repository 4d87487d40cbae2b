export { createBaileysConnector } from "./baileysConnector.js";
export type { BaileysConnectorOptions } from "./baileysConnector.js";
