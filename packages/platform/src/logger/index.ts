export { withLogContext } from "./context.js";
export { createLogger, createSilentLogger } from "./logger.js";
export type { Logger, LoggerOptions } from "./logger.js";
export { isHiddenName, redact, toErrorView } from "./redact.js";
