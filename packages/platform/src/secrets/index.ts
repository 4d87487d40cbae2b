export { loadSecrets } from "./loadSecrets.js";
export { createSealer, SealError } from "./sealer.js";
export type { Sealer } from "./sealer.js";
export { SecretsError } from "./secretsFile.js";
export type { SecretName, Secrets } from "./secretsFile.js";
