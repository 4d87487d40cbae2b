export { EnvError, logLevels, roles, secretVariables } from "./env.js";
export type { Env, GivenSecrets, LogLevel, Role } from "./env.js";
export { readEnv } from "./readEnv.js";
