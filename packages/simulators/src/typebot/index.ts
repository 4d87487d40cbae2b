export { startTypebot } from "./server.js";
export type { RunningTypebot, TypebotFault, TypebotStep } from "./server.js";
