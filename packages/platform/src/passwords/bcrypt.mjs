import bcryptjs from "bcryptjs";

/** The npm package bcrypt, where its binary runs on this machine; otherwise undefined (ADR 28). */
export const native = await import("bcrypt").then(
  (module) => module.default,
  () => undefined,
);

/**
 * The bcrypt hash of a text, with a new salt.
 * @param {string} input
 * @param {number} cost
 */
export function hashSync(input, cost) {
  return libraryFor(input).hashSync(input, cost);
}

/**
 * Whether the text has this hash, whichever library made it.
 * @param {string} input
 * @param {string} hash
 */
export function compareSync(input, hash) {
  return (hash.startsWith("$2y$") ? bcryptjs : libraryFor(input)).compareSync(input, hash);
}

/**
 * A text with half of a surrogate pair has other bytes in the native library, which also refuses hashes of the kind 2y.
 * @param {string} input
 */
function libraryFor(input) {
  return native && input.isWellFormed() ? native : bcryptjs;
}
