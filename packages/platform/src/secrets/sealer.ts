import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts values for storage. `context` names the place (table, column, row) and must be
 * equal for sealing and opening.
 */
export type Sealer = Readonly<{
  /** `{key id}.{base64url of iv, ciphertext and tag}`. */
  seal: (plaintext: string | Uint8Array, context: string) => string;
  /**
   * The text; throws SealError when the value was changed, moved to another place, or sealed with
   * an unknown key.
   */
  open: (sealed: string, context: string) => string;
  /** Like `open`, for bytes. */
  openBytes: (sealed: string, context: string) => Buffer;
  /** The ids of the keys that open, the current one first: the part of a sealed value before the dot. */
  keyIds: readonly [string, ...string[]];
}>;

/** A sealed value could not be opened; the message never contains it. */
export class SealError extends Error {
  override readonly name = "SealError";
}

/**
 * A sealer (AES-256-GCM with authenticated context). `ring` is a secret, or several with blanks or line ends between them (D-560): the
 * first one seals, and all of them open, so that a secret can be changed while values of the earlier one are left.
 */
export function createSealer(ring: string): Sealer {
  const [current = toKey(""), ...older] = secretsOf(ring).map(toKey);
  const keys = new Map([...older, current].map((key) => [key.id, key.bytes]));

  const openBytes = (sealed: string, context: string): Buffer => {
    const [id = "", body = ""] = sealed.split(".");
    const key = keys.get(id);
    if (key === undefined)
      throw new SealError(
        `The value for "${context}" was sealed with another key: restore the secrets.json that belongs to this database.`,
      );
    const bytes = Buffer.from(body, "base64url");
    if (bytes.length < ivBytes + tagBytes) throw new SealError(`The sealed value for "${context}" is broken.`);
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
    } catch (error) {
      throw new SealError(`The sealed value for "${context}" was changed or belongs elsewhere.`, { cause: error });
    }
  };

  return Object.freeze({
    seal: (plaintext, context) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", current.bytes, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return `${current.id}.${Buffer.concat([iv, ciphertext, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open: (sealed, context) => openBytes(sealed, context).toString("utf8"),
    openBytes,
    keyIds: [current.id, ...older.map(({ id }) => id)],
  });
}

/** The secrets of a ring, the current one first. */
export const secretsOf = (ring: string): string[] => ring.split(/\s+/).filter((secret) => secret !== "");

function toKey(secret: string): { id: string; bytes: Buffer } {
  if (secret.length < 32) throw new SealError("A sealing secret needs at least 32 characters.");
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", "seal", 32));
  return { id: createHash("sha256").update("seal id").update(bytes).digest("hex").slice(0, 8), bytes };
}
