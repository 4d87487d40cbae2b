export { EnvError, secretVariables, type Env, type Program } from "./env.js";
export { readEnv } from "./readEnv.js";
export { fileVariables, readSecretVariable } from "./secretFiles.js";
export { plainEnvironment } from "./variables.js";
