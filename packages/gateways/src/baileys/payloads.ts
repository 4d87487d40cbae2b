import type { WAMessage } from "@whiskeysockets/baileys";
import { hidesContent, partOf } from "../protocol/messageTree.js";
import { textAt, toObject, type PlainObject } from "../protocol/plainJson.js";
import type { Baileys } from "./library.js";

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
/** Data that only players use. */
const LEFT_OUT: ReadonlySet<string> = new Set(["scansSidecar", "scanLengths", "streamingSidecar"]);
/** Only these previews are kept: a file can be fetched again, a map cannot. */
const PLACES: ReadonlySet<string> = new Set(["locationMessage", "liveLocationMessage"]);

function isLong(value: object): value is LongNumber {
  return "toNumber" in value && typeof value.toNumber === "function" && "low" in value;
}

/**
 * A message of the library, with the bytes that were decrypted where they are known, the type of its stanza, and whether its
 * sender has phones show nothing of it where they cannot read it.
 */
export type RawMessage = WAMessage & { readonly raw?: Uint8Array; readonly stanzaType?: string; readonly hidden?: boolean };

/** The payload of a content that was not known, as the given library reads its bytes. */
export function readRawAgain({ proto }: Pick<Baileys, "proto">, payload: unknown): unknown {
  const known = toObject(payload);
  const raw = textAt(known, "bytes");
  if (known === null || raw === "") return payload;
  const message = proto.Message.decode(Buffer.from(raw, "base64"));
  return { ...known, message: toJson(message.deviceSentMessage?.message ?? message) ?? {} };
}

/** Resolves with the phone's address for a LID, or null when the session has not learnt it. */
export type FindPhone = (lid: string) => Promise<string | null>;

/**
 * The journal's form of a message. Where it names a person by LID only, the phone is added, so that
 * reading it later is pure.
 */
export async function messagePayload(
  message: RawMessage,
  facts: { live: boolean; me: string; receivedAt: number; recovered?: boolean },
  find: FindPhone,
): Promise<PlainObject> {
  const tree = toObject(toJson(message.message));
  return {
    type: "message",
    key: await keyPayload(message, find),
    pushName: message.pushName ?? "",
    businessName: message.verifiedBizName ?? "",
    category: message.category ?? "",
    stub: message.messageStubType ?? 0,
    at: toJson(message.messageTimestamp) ?? 0,
    message: tree ?? {},
    // The library leaves out what its protocol does not know.
    ...(isNewer(message, tree) ? { bytes: toJson(message.raw) } : {}),
    ...(message.hidden ? { hidden: true } : {}),
    // Messages of a history have the secret beside the message.
    ...(message.messageSecret ? { messageSecret: toJson(message.messageSecret) } : {}),
    ...facts,
  };
}

/** Types of a stanza that has something to show, also where the library could read none of it. */
const CONTENT_TYPES: ReadonlySet<string> = new Set(["text", "media", "poll", "event"]);

/** Whether the library left nothing of a content, which its bytes then have. */
function isNewer({ raw, stanzaType = "", hidden = false }: RawMessage, tree: PlainObject | null): boolean {
  if (raw === undefined || raw.length === 0 || hidden || partOf(tree) !== null) return false;
  return hidesContent(tree) || (Object.keys(tree ?? {}).length === 0 && CONTENT_TYPES.has(stanzaType));
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
