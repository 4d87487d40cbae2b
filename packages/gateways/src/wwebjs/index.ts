export { createWwebjsConnector } from "./wwebjsConnector.js";
export type { WwebjsConnectorOptions, WwebjsTimes } from "./options.js";
