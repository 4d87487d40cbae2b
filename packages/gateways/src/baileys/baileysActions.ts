import type { AnyMessageContent, WAMessageKey } from "@whiskeysockets/baileys";
import type { MessageRef, PeerId } from "@balcao/domain/messages";
import { GatewayError, HISTORY_PORTION, type HistoryAnchor, type TypingState } from "../port/index.js";
import { relay } from "./baileysSend.js";
import { toJid } from "../addresses/jid.js";
import { loadBaileys } from "./library.js";
import type { SessionSocket } from "./sessionSocket.js";
import type { BaileysSettings } from "./settings.js";

/**
 * The library's key of a message. Rejects with GatewayError when `chat` names nobody on this
 * network.
 */
function toKey({ chat, externalId, fromMe, author }: MessageRef): WAMessageKey & { remoteJid: string } {
  const remoteJid = toJid(chat);
  if (remoteJid === null) throw new GatewayError("invalid", "not a contact of this network");
  const participant = chat.group === undefined || fromMe ? null : toJid(author);
  return { remoteJid, id: externalId, fromMe, ...(participant === null ? {} : { participant }) };
}

/** Stanza attributes that say which kind of change a message carries. */
const EDITED = { edit: "1" };
const REVOKED = { edit: "7" };
const REVOKED_BY_ADMIN = { edit: "8" };

/**
 * Sends read receipts to the customers for their messages; our own messages in `refs` are left out.
 */
export async function markRead(socket: SessionSocket, refs: readonly MessageRef[]): Promise<void> {
  const keys = refs.filter(({ fromMe }) => !fromMe).map(toKey);
  if (keys.length > 0) await asked(socket.sock.readMessages(keys));
}

export function edit(socket: SessionSocket, settings: BaileysSettings, target: MessageRef, text: string): Promise<void> {
  if (!target.fromMe) throw new GatewayError("invalid", "only our own messages can be edited");
  return change(socket, settings, target, { content: { text, edit: toKey(target), linkPreview: null }, attributes: EDITED });
}

export function deleteForEveryone(socket: SessionSocket, settings: BaileysSettings, target: MessageRef): Promise<void> {
  if (!target.fromMe && target.chat.group === undefined) throw new GatewayError("invalid", "only our own messages can be deleted");
  return change(socket, settings, target, { content: { delete: toKey(target) }, attributes: target.fromMe ? REVOKED : REVOKED_BY_ADMIN });
}

export function react(socket: SessionSocket, settings: BaileysSettings, target: MessageRef, emoji: string | null): Promise<void> {
  return change(socket, settings, target, { content: { react: { text: emoji ?? "", key: toKey(target) } }, attributes: {} });
}

export async function setTyping(socket: SessionSocket, chat: PeerId, state: TypingState): Promise<void> {
  const jid = toJid(chat);
  if (jid === null) throw new GatewayError("invalid", "not a contact of this network");
  await asked(socket.sock.sendPresenceUpdate(state, jid));
}

/**
 * Asks the phone for older messages. It answers with a `messaging-history.set` event, as far as it
 * has the messages.
 */
export async function askHistory(socket: SessionSocket, { ref, sentAt }: HistoryAnchor): Promise<void> {
  await asked(socket.sock.fetchMessageHistory(HISTORY_PORTION, toKey(ref), sentAt.getTime()));
}

/** Rejects a call at the address that its offer came from. */
export async function rejectCall(socket: SessionSocket, call: { readonly id: string; readonly from: PeerId }): Promise<void> {
  const from = socket.callers.get(call.id) ?? toJid(call.from);
  if (from === null) throw new GatewayError("invalid", "a call from nobody");
  await asked(socket.sock.rejectCall(call.id, from));
}

interface Change {
  readonly content: AnyMessageContent;
  /** Attributes of the stanza, which say what kind of change it is. */
  readonly attributes: Record<string, string>;
}

/**
 * Sends an edit, a deletion or a reaction, each of which is a message of its own. Resolves once the
 * server has acknowledged it.
 */
async function change(
  socket: SessionSocket,
  settings: BaileysSettings,
  target: MessageRef,
  { content, attributes }: Change,
): Promise<void> {
  const { remoteJid } = toKey(target);
  const baileys = await loadBaileys();
  const userJid = socket.sock.user?.id ?? "";
  const options = { messageId: baileys.generateMessageIDV2(userJid), userJid, upload: socket.sock.waUploadToServer };
  const built = await asked(baileys.generateWAMessage(remoteJid, content, options));
  if (!built.message) throw new GatewayError("invalid", "there is nothing to change");
  const outcome = await relay(socket, settings, { jid: remoteJid, id: options.messageId, content: built.message, attributes });
  if (outcome.state === "sent") return;
  const { code, message } = outcome.error;
  if (outcome.state === "unknown") throw new GatewayError("unknownOutcome", message);
  throw new GatewayError(outcome.retry ? "rateLimited" : "invalid", message, { providerCode: code, retryAfterMs: outcome.retryAfterMs });
}

/** The result of a library call; its errors become GatewayErrors. */
export async function asked<Value>(question: Promise<Value>): Promise<Value> {
  try {
    return await question;
  } catch (error) {
    throw error instanceof GatewayError ? error : toGatewayError(error);
  }
}

/** The status code of a library error, or null when it has none. */
export function codeOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("output" in error)) return null;
  const { output } = error;
  if (typeof output !== "object" || output === null || !("statusCode" in output)) return null;
  const data: unknown = "data" in error ? error.data : null;
  return typeof data === "number" ? data : typeof output.statusCode === "number" ? output.statusCode : null;
}

function toGatewayError(error: unknown): GatewayError {
  const code = codeOf(error);
  if (code === 428 || code === 440) return new GatewayError("notConnected", "the connection to WhatsApp is closed", { providerCode: code });
  if (code === 429) return new GatewayError("rateLimited", "WhatsApp asks for fewer questions", { providerCode: code });
  if (code === 404 || code === 400 || code === 401 || code === 403)
    return new GatewayError("invalid", "WhatsApp refused the question", { providerCode: code });
  return new GatewayError("transient", "WhatsApp did not answer the question", { providerCode: code });
}
