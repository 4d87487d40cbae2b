export { startTypebot } from "./server.js";
export type { RunningTypebot, TypebotStep } from "./server.js";
