import type { WAMessage } from "@whiskeysockets/baileys";
import { toJson } from "./json.js";
import type { PlainObject } from "../protocol/plainJson.js";

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
