export { EnvError, secretVariables } from "./env.js";
export type { Env, Program } from "./env.js";
export { readEnv } from "./readEnv.js";
export { fileVariables, readSecretVariable } from "./secretFiles.js";
export { plainEnvironment } from "./plainEnvironment.js";
