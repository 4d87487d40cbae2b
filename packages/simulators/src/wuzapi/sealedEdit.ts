import { createCipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** `SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT` */
const SEALED_EDIT = 2;
const MESSAGE_EDIT = 14;

/** The message secret that a phone gives each message. */
export function secretOf(id: string): Buffer {
  return createHash("sha256").update(`secret of ${id}`).digest();
}

/**
 * An edit in the form of phones since May 2026, which WuzAPI passes on unchanged. `author` is
 * `user@server` without device.
 */
export function sealEdit(key: Readonly<Record<string, unknown>>, id: string, author: string, text: string): Record<string, unknown> {
  const info = Buffer.from(`${id}${author}${author}Message Edit`);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", secretOf(id), Buffer.alloc(32), info, 32)), iv);
  const sealed = Buffer.concat([cipher.update(editOf(text)), cipher.final(), cipher.getAuthTag()]);
  return {
    secretEncryptedMessage: {
      targetMessageKey: key,
      encPayload: sealed.toString("base64"),
      encIV: iv.toString("base64"),
      secretEncType: SEALED_EDIT,
    },
  };
}

/** `Message{protocolMessage: {type: MESSAGE_EDIT, editedMessage: {conversation}}}` in protobuf. */
function editOf(text: string): Buffer {
  const edited = field(1, Buffer.from(text));
  return field(12, Buffer.concat([Buffer.from([(2 << 3) | 0, MESSAGE_EDIT]), field(14, edited)]));
}

/** A length-delimited field of protobuf. */
function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}
