export { AiError } from "./aiError.js";
export type { AiFault } from "./aiError.js";
export { createAiServer, LONGEST_SOUND_BYTES } from "./aiServer.js";
export type { AiServer } from "./aiServer.js";
