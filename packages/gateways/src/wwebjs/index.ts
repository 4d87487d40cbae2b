export { createWwebjsConnector } from "./wwebjsConnector.js";
export type { WwebjsConnectorOptions } from "./options.js";
