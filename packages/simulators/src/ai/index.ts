export { startAiServer } from "./server.js";
export type { AiServerFault, RunningAiServer } from "./server.js";
