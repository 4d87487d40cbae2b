export { loadSecrets, SecretsError, secretNames, type Secrets } from "./secretsFile.js";
export { forgetEarlierKeys, isSecretName, rotateSecrets } from "./rotateSecrets.js";
export { createSealer, SealError, secretsOf, type Sealer } from "./sealer.js";
