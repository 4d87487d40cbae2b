import { createDecipheriv, hkdfSync } from "node:crypto";
import type { EditKey, PeerId, SealedEdit } from "@balcao/domain/messages";
import { cleanText } from "@balcao/domain/texts";
import { editableText, partOf } from "./messageTree.js";
import { listAt, objectAt, textAt, toObject, valueAt, type PlainObject } from "./plainJson.js";

/**
 * The fields of a protobuf message to read: by number, with name and type. All other fields are
 * skipped.
 */
interface ProtobufShape {
  readonly [field: number]: { readonly name: string; readonly holds: "text" | (() => ProtobufShape) };
}

const VARINT = 0;
const EIGHT_BYTES = 1;
const DELIMITED = 2;
const FOUR_BYTES = 5;
/** Deeper than any message of WhatsApp. */
const DEEPEST = 16;

/**
 * The named fields of a protobuf message; the last value of a repeated field. Throws RangeError for
 * invalid bytes.
 */
function readProtobuf(bytes: Buffer, shape: ProtobufShape, depth = 0): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const reader = new Reader(bytes);
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    const field = shape[Math.floor(tag / 8)];
    const wireType = tag % 8;
    if (wireType !== DELIMITED) reader.skip(wireType);
    else {
      const value = reader.delimited();
      if (field === undefined || depth === DEEPEST) continue;
      found[field.name] = field.holds === "text" ? value.toString() : readProtobuf(value, field.holds(), depth + 1);
    }
  }
  return found;
}

class Reader {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length;
  }

  varint(): number {
    let value = 0;
    for (let place = 0; place < 10; place += 1) {
      const byte = this.bytes.readUInt8(this.#at);
      this.#at += 1;
      value += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) return value;
    }
    throw new RangeError("a number of more than ten bytes");
  }

  delimited(): Buffer {
    const length = this.varint();
    this.#move(length);
    return this.bytes.subarray(this.#at - length, this.#at);
  }

  skip(wireType: number): void {
    if (wireType === VARINT) this.varint();
    else if (wireType === EIGHT_BYTES) this.#move(8);
    else if (wireType === FOUR_BYTES) this.#move(4);
    else throw new RangeError("an unknown wire type");
  }

  #move(count: number): void {
    if (this.#at + count > this.bytes.length) throw new RangeError("the bytes end early");
    this.#at += count;
  }
}

const KEY_BYTES = 32;
const TAG_BYTES = 16;
const USE = "Message Edit";
/** `SecretEncType.MESSAGE_EDIT`; other types change polls and events, which are not shown. */
const MESSAGE_EDIT: readonly unknown[] = [2, "2", "MESSAGE_EDIT"];

const caption =
  (field: number): (() => ProtobufShape) =>
  () => ({ [field]: { name: "caption", holds: "text" } });
const wrapped = (): ProtobufShape => ({ 1: { name: "message", holds: message } });

/** The editable fields of a `Message`, and the envelopes that may contain it. */
function message(): ProtobufShape {
  return {
    1: { name: "conversation", holds: "text" },
    3: { name: "imageMessage", holds: caption(3) },
    6: { name: "extendedTextMessage", holds: () => ({ 1: { name: "text", holds: "text" } }) },
    7: { name: "documentMessage", holds: caption(20) },
    9: { name: "videoMessage", holds: caption(7) },
    12: { name: "protocolMessage", holds: () => ({ 14: { name: "editedMessage", holds: message } }) },
    37: { name: "viewOnceMessage", holds: wrapped },
    40: { name: "ephemeralMessage", holds: wrapped },
    53: { name: "documentWithCaptionMessage", holds: wrapped },
    58: { name: "editedMessage", holds: wrapped },
  };
}

/**
 * A `secretEncryptedMessage` of this author in its journalled form: plain JSON, bytes in base64.
 */
export function toSealedEdit(fields: PlainObject | null, targetId: string, author: PeerId): SealedEdit {
  return {
    id: targetId,
    type: valueAt(fields, "secretEncType") ?? null,
    payload: textAt(fields, "encPayload"),
    iv: textAt(fields, "encIv"),
    author: jidsOf(author),
  };
}

/**
 * Pure: the new text in a sealed edit; null when the key does not decrypt it or it holds no text.
 * The author's address is part of the key in the form that the author's phone used, so all stored
 * forms are tried.
 */
export function openSealedEdit(sealed: SealedEdit, key: EditKey): string | null {
  if (!MESSAGE_EDIT.includes(sealed["type"])) return null;
  const listed = listAt(sealed, "author").filter((jid) => typeof jid === "string");
  const authors = [...new Set([...listed, ...key.author.flatMap(jidsOf)])];
  for (const author of authors)
    for (const editor of authors) {
      const plain = decrypt(sealed, Buffer.from(key.secret, "base64"), `${textAt(sealed, "id")}${author}${editor}${USE}`);
      if (plain !== null) return textOf(plain);
    }
  return null;
}

function decrypt(sealed: SealedEdit, secret: Buffer, info: string): Buffer | null {
  const bytes = Buffer.from(textAt(sealed, "payload"), "base64");
  const iv = Buffer.from(textAt(sealed, "iv"), "base64");
  if (bytes.length < TAG_BYTES || iv.length === 0) return null;
  try {
    const key = Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(KEY_BYTES), info, KEY_BYTES));
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    // GCM rejects a wrong key, so the next one is tried.
    return null;
  }
}

function textOf(plain: Buffer): string | null {
  try {
    const tree = toObject(readProtobuf(plain, message()));
    const part = partOf(objectAt(objectAt(tree, "protocolMessage"), "editedMessage"));
    return part === null ? null : cleanText(editableText(part));
  } catch {
    return null;
  }
}

function jidsOf({ phone, lid }: PeerId): string[] {
  return [...(phone === undefined ? [] : [`${phone}@s.whatsapp.net`]), ...(lid === undefined ? [] : [`${lid}@lid`])];
}
