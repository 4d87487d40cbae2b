import type { WAMessage } from "@whiskeysockets/baileys";
import type { PlainObject } from "../protocol/plainJson.js";

interface LongNumber {
  toNumber(): number;
}

/**
 * Turns objects of the library into plain JSON: bytes as base64, long numbers as numbers, unset
 * fields left out. `inside` names the field that holds the value.
 */
function toJson(value: unknown, inside = "", depth = 0): unknown {
  if (value === null || value === undefined || typeof value === "function") return undefined;
  if (typeof value !== "object") return typeof value === "bigint" ? Number(value) : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Date) return value.toISOString();
  if (depth === DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((each) => toJson(each, inside, depth + 1)).filter((each) => each !== undefined);
  return toPlain(value, inside, depth);
}

function toPlain(value: object, inside: string, depth: number): unknown {
  if (isLong(value)) return value.toNumber();
  const entries = Object.entries(value)
    .filter(([name]) => !LEFT_OUT.has(name) && (name !== "jpegThumbnail" || PLACES.has(inside)))
    .map(([name, each]) => [name, toJson(each, name, depth + 1)] as const)
    .filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries);
}

/** No message of WhatsApp is deeper; anything deeper is left out. */
const DEEPEST = 40;
/** Copies of other messages, and data that only players use. */
const LEFT_OUT: ReadonlySet<string> = new Set(["quotedMessage", "scansSidecar", "scanLengths", "streamingSidecar"]);
/** Only these previews are kept: a file can be fetched again, a map cannot. */
const PLACES: ReadonlySet<string> = new Set(["locationMessage", "liveLocationMessage"]);

function isLong(value: object): value is LongNumber {
  return "toNumber" in value && typeof value.toNumber === "function" && "low" in value;
}

/** Resolves with the phone's address for a LID, or null when the session has not learnt it. */
export type FindPhone = (lid: string) => Promise<string | null>;

/**
 * The journal's form of a message. Where it names a person by LID only, the phone is added, so that
 * reading it later is pure.
 */
export async function messagePayload(
  message: WAMessage,
  facts: { live: boolean; me: string; receivedAt: number; recovered?: boolean },
  find: FindPhone,
): Promise<PlainObject> {
  return {
    type: "message",
    key: await keyPayload(message, find),
    pushName: message.pushName ?? "",
    businessName: message.verifiedBizName ?? "",
    category: message.category ?? "",
    stub: message.messageStubType ?? 0,
    at: toJson(message.messageTimestamp) ?? 0,
    message: toJson(message.message) ?? {},
    // Messages of a history have the secret beside the message.
    ...(message.messageSecret ? { messageSecret: toJson(message.messageSecret) } : {}),
    ...facts,
  };
}

async function keyPayload({ key, participant: beside }: WAMessage, find: FindPhone): Promise<PlainObject> {
  // Messages of a history have the author beside the key.
  const participant = key.participant ?? beside;
  return {
    remoteJid: key.remoteJid ?? "",
    remoteJidAlt: key.remoteJidAlt ?? (await alternative(key.remoteJid, find)),
    fromMe: key.fromMe === true,
    id: key.id ?? "",
    participant: participant ?? "",
    participantAlt: key.participantAlt ?? (await alternative(participant, find)),
    ...(key.isViewOnce === true ? { isViewOnce: true } : {}),
  };
}

export async function alternative(jid: string | null | undefined, find: FindPhone): Promise<string> {
  return jid?.endsWith("@lid") === true ? ((await find(jid)) ?? "") : "";
}
