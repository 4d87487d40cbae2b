export { isCommonPassword } from "./commonPasswords.js";
export { createPasswordHasher } from "./passwordHasher.js";
export type { PasswordHasher } from "./passwordHasher.js";
