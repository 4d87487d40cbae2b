import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { ArchiveError, damaged } from "./tar.js";

/** The first bytes of an encrypted archive. */
export const SEALED_MAGIC = Buffer.from("BALCAO-SEALED-1\n");
const [SALT_BYTES, PREFIX_BYTES, TAG_BYTES] = [16, 7, 16];
/** Magic, three cost parameters of scrypt, salt, and the first bytes of every nonce. */
export const SEALED_HEADER_BYTES = SEALED_MAGIC.length + 3 + SALT_BYTES + PREFIX_BYTES;
/** The content of each frame but the last one, in bytes. */
export const FRAME_BYTES = 1024 * 1024;
export const SEALED_FRAME_BYTES = FRAME_BYTES + TAG_BYTES;
/** scrypt's cost as a power of two: 128 MB of memory for each guess of a passphrase. */
export const USUAL_COST = 17;
export const SHORTEST_PASSPHRASE = 12;

interface Key {
  readonly key: Buffer;
  /** Begins every nonce, and is authenticated with each frame. */
  readonly header: Buffer;
}

/** Encrypts or decrypts the frames of one archive, in their order. */
export interface FrameCipher {
  readonly header: Buffer;
  seal(frame: Buffer, isLast: boolean): Buffer;
}

function deriveKey(passphrase: string, header: Buffer): Promise<Buffer> {
  const at = SEALED_MAGIC.length;
  const [log2N = 0, r = 0, p = 0] = header.subarray(at, at + 3);
  if (log2N < 10 || log2N > 20 || r < 1 || r > 16 || p < 1 || p > 4) throw damaged("its first bytes are broken");
  const N = 2 ** log2N;
  const salt = header.subarray(at + 3, at + 3 + SALT_BYTES);
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFKC"), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** The number of the frame and whether it is the last one are part of the nonce, so that no frame can be left out, moved or added. */
function nonceOf({ header }: Key, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  header.copy(nonce, 0, SEALED_HEADER_BYTES - PREFIX_BYTES);
  nonce.writeUInt32BE(number, PREFIX_BYTES);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** A new key from a passphrase, for one archive: AES-256-GCM in frames of 1 MB. */
export async function createFrameCipher(passphrase: string, cost: number): Promise<FrameCipher> {
  const header = Buffer.concat([SEALED_MAGIC, Buffer.from([cost, 8, 1]), randomBytes(SALT_BYTES + PREFIX_BYTES)]);
  const key = { key: await deriveKey(passphrase, header), header };
  let number = 0;
  return {
    header,
    seal: (frame, isLast) => {
      const cipher = createCipheriv("aes-256-gcm", key.key, nonceOf(key, number++, isLast)).setAAD(header);
      return Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

/** Opens the frames of an encrypted archive by its header. Throws ArchiveError where a frame is not the expected one. */
export async function createFrameOpener(passphrase: string, header: Buffer): Promise<(sealed: Buffer, isLast: boolean) => Buffer> {
  const key = { key: await deriveKey(passphrase, header), header };
  let number = 0;
  return (sealed, isLast) => {
    const [content, tag] = [sealed.subarray(0, -TAG_BYTES), sealed.subarray(-TAG_BYTES)];
    if (tag.length !== TAG_BYTES) throw damaged("its end is missing");
    const decipher = createDecipheriv("aes-256-gcm", key.key, nonceOf(key, number, isLast)).setAAD(header);
    decipher.setAuthTag(tag);
    try {
      const frame = Buffer.concat([decipher.update(content), decipher.final()]);
      number++;
      return frame;
    } catch (error) {
      if (number > 0) throw damaged(isLast ? "its end is missing" : "a part was changed");
      throw new ArchiveError("The passphrase is not the one of this backup, or its beginning is damaged. Nothing was changed.", {
        cause: error,
      });
    }
  };
}
