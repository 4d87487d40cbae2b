import type { AnyMessageContent } from "@whiskeysockets/baileys";
import type { MessageRef, PeerId } from "@balcao/domain/messaging";
import { GatewayError, HISTORY_PORTION } from "../port/index.js";
import type { HistoryAnchor, TypingState } from "../port/index.js";
import { relay } from "./baileysSend.js";
import { toJid } from "../addresses/jid.js";
import { loadBaileys } from "./library.js";
import type { Line } from "./line.js";
import { toKey } from "./messageKey.js";
import type { BaileysSettings } from "./settings.js";

/** How the stanza says what kind of change it carries. */
const EDITED = { edit: "1" };
const REVOKED = { edit: "7" };
const REVOKED_BY_ADMIN = { edit: "8" };

/** Tells the customers that their messages were read; ours in the list are left out. */
export async function markRead(line: Line, refs: readonly MessageRef[]): Promise<void> {
  const keys = refs.filter(({ fromMe }) => !fromMe).map(toKey);
  if (keys.length > 0) await asked(line.sock.readMessages(keys));
}

export function edit(line: Line, settings: BaileysSettings, target: MessageRef, text: string): Promise<void> {
  if (!target.fromMe) throw new GatewayError("invalid", "only our own messages can be edited");
  return change(line, settings, target, { text, edit: toKey(target), linkPreview: null }, EDITED);
}

export function deleteForEveryone(line: Line, settings: BaileysSettings, target: MessageRef): Promise<void> {
  if (!target.fromMe && target.chat.group === undefined) throw new GatewayError("invalid", "only our own messages can be deleted");
  return change(line, settings, target, { delete: toKey(target) }, target.fromMe ? REVOKED : REVOKED_BY_ADMIN);
}

export function react(line: Line, settings: BaileysSettings, target: MessageRef, emoji: string | null): Promise<void> {
  return change(line, settings, target, { react: { text: emoji ?? "", key: toKey(target) } }, {});
}

export async function setTyping(line: Line, chat: PeerId, state: TypingState): Promise<void> {
  const jid = toJid(chat);
  if (jid === null) throw new GatewayError("invalid", "not a contact of this network");
  await asked(line.sock.sendPresenceUpdate(state, jid));
}

/** The phone answers by itself, as far as it knows the message; what it tells comes as `messaging-history.set` (gateways.md A.8). */
export async function askHistory(line: Line, { ref, sentAt }: HistoryAnchor): Promise<void> {
  await asked(line.sock.fetchMessageHistory(HISTORY_PORTION, toKey(ref), sentAt.getTime()));
}

/** Refuses a call where it came from; the address is remembered from its offer. */
export async function rejectCall(line: Line, call: { readonly id: string; readonly from: PeerId }): Promise<void> {
  const from = line.callers.get(call.id) ?? toJid(call.from);
  if (from === null) throw new GatewayError("invalid", "a call from nobody");
  await asked(line.sock.rejectCall(call.id, from));
}

/** A change of a message is itself a message, and is done when the server has it. */
async function change(
  line: Line,
  settings: BaileysSettings,
  target: MessageRef,
  content: AnyMessageContent,
  attributes: Record<string, string>,
): Promise<void> {
  const { remoteJid } = toKey(target);
  const baileys = await loadBaileys();
  const userJid = line.sock.user?.id ?? "";
  const options = { messageId: baileys.generateMessageIDV2(userJid), userJid, upload: line.sock.waUploadToServer };
  const built = await asked(baileys.generateWAMessage(remoteJid, content, options));
  if (!built.message) throw new GatewayError("invalid", "there is nothing to change");
  const outcome = await relay(line, settings, remoteJid, options.messageId, built.message, attributes);
  if (outcome.state === "sent") return;
  const { code, message } = outcome.error;
  if (outcome.state === "unknown") throw new GatewayError("unknownOutcome", message);
  throw new GatewayError(outcome.retry ? "rateLimited" : "invalid", message, code, outcome.retryAfterMs);
}

/** The library's errors in the house's words. */
export async function asked<Value>(question: Promise<Value>): Promise<Value> {
  try {
    return await question;
  } catch (error) {
    throw error instanceof GatewayError ? error : toGatewayError(error);
  }
}

/** The status that the library put on an error, if any. */
export function codeOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("output" in error)) return null;
  const { output } = error;
  if (typeof output !== "object" || output === null || !("statusCode" in output)) return null;
  const data: unknown = "data" in error ? error.data : null;
  return typeof data === "number" ? data : typeof output.statusCode === "number" ? output.statusCode : null;
}

function toGatewayError(error: unknown): GatewayError {
  const code = codeOf(error);
  if (code === 428 || code === 440) return new GatewayError("notConnected", "the connection to WhatsApp is closed", code);
  if (code === 429) return new GatewayError("rateLimited", "WhatsApp asks for fewer questions", code);
  if (code === 404 || code === 400 || code === 401 || code === 403)
    return new GatewayError("invalid", "WhatsApp refused the question", code);
  return new GatewayError("transient", "WhatsApp did not answer the question", code);
}
