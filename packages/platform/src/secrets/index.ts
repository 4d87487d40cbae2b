export { loadSecrets } from "./loadSecrets.js";
export { forgetEarlierKeys, isSecretName, rotateSecrets } from "./rotateSecrets.js";
export { createSealer, SealError, secretsOf } from "./sealer.js";
export type { Sealer } from "./sealer.js";
export { SecretsError, secretNames } from "./secretsFile.js";
export type { Secrets } from "./secretsFile.js";
