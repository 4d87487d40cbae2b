import type { MessageRef, PeerId } from "@balcao/domain/messages";
import { GatewayError, type TypingState } from "../port/index.js";
import { toJid } from "../addresses/jid.js";
import type { MeowAccount } from "./meowAccount.js";
import type { MeowClient } from "./meowClient.js";

/** Shorter than the ten seconds of the request that waits for it. */
const TIMEOUT_MS = 9_000;

/**
 * Edits one of our messages. WhatsApp refuses after about fifteen minutes. Rejects with
 * GatewayError.
 */
export async function editMeow(client: MeowClient, account: MeowAccount, target: MessageRef, text: string): Promise<void> {
  const body = { Phone: jidOf(target.chat), Id: target.externalId, Body: text };
  await client.ask(account.call("POST", "/chat/send/edit", body, TIMEOUT_MS));
}

/**
 * Deletes one of our messages for everybody; WuzAPI cannot delete other people's. Rejects with
 * GatewayError.
 */
export async function deleteMeow(client: MeowClient, account: MeowAccount, target: MessageRef): Promise<void> {
  if (!target.fromMe) throw new GatewayError("unsupported", "only messages of ours can be taken back");
  await client.ask(account.call("POST", "/chat/delete", { Phone: jidOf(target.chat), Id: target.externalId }, TIMEOUT_MS));
}

/**
 * Reacts to a message, or removes the reaction. The prefix `me:` marks our own messages for WuzAPI.
 * Rejects with GatewayError.
 */
export async function reactMeow(client: MeowClient, account: MeowAccount, target: MessageRef, emoji: string | null): Promise<void> {
  const body = {
    Phone: jidOf(target.chat),
    Id: target.fromMe ? `me:${target.externalId}` : target.externalId,
    Body: emoji ?? "remove",
    ...(target.chat.group !== undefined && !target.fromMe ? { Participant: jidOf(target.author) } : {}),
  };
  await client.ask(account.call("POST", "/chat/react", body, TIMEOUT_MS));
}

/** Shows the customer that somebody types or records, or stops. Rejects with GatewayError. */
export async function setMeowTyping(client: MeowClient, account: MeowAccount, chat: PeerId, state: TypingState): Promise<void> {
  const facts = { State: state === "paused" ? "paused" : "composing", Media: state === "recording" ? "audio" : "" };
  await client.ask(account.call("POST", "/chat/presence", { Phone: jidOf(chat), ...facts }));
}

export async function rejectMeowCall(client: MeowClient, account: MeowAccount, call: { id: string; from: PeerId }): Promise<void> {
  await client.ask(account.call("POST", "/call/reject", { call_from: jidOf(call.from), call_id: call.id }));
}

function jidOf(peer: PeerId): string {
  const jid = toJid(peer);
  if (jid === null) throw new GatewayError("recipient", "the contact has no address on this network");
  return jid;
}
