export { EnvError, logLevels, roles, secretVariables } from "./env.js";
export type { Env, GivenSecrets, LogLevel, Program, Role } from "./env.js";
export { readEnv } from "./readEnv.js";
export { fileVariables, readSecretVariable } from "./secretFiles.js";
export { plainEnvironment } from "./plainEnvironment.js";
