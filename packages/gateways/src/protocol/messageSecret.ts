import { objectAt, textAt, toObject, type PlainObject } from "./plainJson.js";

const NAME = "messagesecret";
/** The largest number of nested envelopes around one message; no client sends more. */
const DEEPEST = 4;

/** The secret of a `Message`, which decrypts its later edits, in base64; null when it has none. */
export function secretOf(tree: PlainObject | null, depth = 0): string | null {
  const own = textAt(objectAt(tree, "messageContextInfo"), NAME);
  if (own !== "" || depth === DEEPEST) return own || null;
  const inside = Object.values(tree ?? {}).map((part) => objectAt(toObject(part), "message"));
  return inside.map((message) => (message === null ? null : secretOf(message, depth + 1))).find((secret) => secret !== null) ?? null;
}

/**
 * A copy without the secrets of the message and of quoted messages: a secret is stored sealed or
 * not at all.
 */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name.toLowerCase() !== NAME)
      .map(([name, each]) => [name, withoutSecrets(each)]),
  );
}
