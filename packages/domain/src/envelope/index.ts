export { openField, SEALED_FIELDS, sealField } from "./sealedField.js";
export type { SealedField } from "./sealedField.js";
