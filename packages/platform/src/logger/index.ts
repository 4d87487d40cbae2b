export { withLogContext } from "./context.js";
export { createLogger, createSilentLogger } from "./logger.js";
export type { Logger } from "./logger.js";
