import type { BinaryNode, SocketConfig, WAMessage } from "@whiskeysockets/baileys";
import type { Journal } from "./journal.js";
import type { Baileys } from "./library.js";

/** Sealed for a bot's own key. */
const BOT_CONTENT = "msmsg";

type MakeRepository = SocketConfig["makeSignalRepository"];

interface GuardParts {
  readonly baileys: Baileys;
  /** The stanza that a ciphertext came in; filled before the library opens it. */
  readonly stanzas: WeakMap<Uint8Array, BinaryNode>;
  readonly journal: Journal;
  readonly me: () => { readonly id: string; readonly lid: string };
  /** Keeps sends and arrivals from stepping the same ratchet at the same time. */
  readonly alone: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/**
 * Puts the journal between a message's opening and its receipt (M-3): the library receipts what it has opened, so opening it ends only once the
 * journal has it. The ratchet's step is committed after the journal, in the same transaction of the library's: a message that was not journalled can
 * be opened again when WhatsApp, which got no receipt, brings it again.
 */
export function guardReceipts(make: MakeRepository, parts: GuardParts): MakeRepository {
  return (auth, logger, findLid) => {
    const repository = make(auth, logger, findLid);
    const { keys } = auth;
    const guarded = (key: string, ciphertext: Uint8Array, open: () => Promise<Uint8Array>): Promise<Uint8Array> => {
      const work = async (): Promise<Uint8Array> => {
        const plain = await open();
        const message = readMessage(parts, ciphertext, plain);
        if (message !== null) await parts.journal.takeMessages([message.content], message.live);
        return plain;
      };
      return parts.alone(() => ("transaction" in keys ? keys.transaction(work, key) : work()));
    };
    return {
      ...repository,
      decryptMessage: (options) => guarded(options.jid, options.ciphertext, () => repository.decryptMessage(options)),
      decryptGroupMessage: (options) => guarded(options.group, options.msg, () => repository.decryptGroupMessage(options)),
    };
  };
}

interface ReadMessage {
  readonly content: WAMessage;
  readonly live: boolean;
}

/**
 * A message that came without a content that this library opens, as unreadable; null for every
 * other stanza. The library itself says nothing of some of them.
 */
export function unreadableMessage({ baileys, me }: Pick<GuardParts, "baileys" | "me">, stanza: BinaryNode): ReadMessage | null {
  const parts = Array.isArray(stanza.content) ? stanza.content : [];
  if (parts.some(({ tag, attrs }) => tag === "plaintext" || (tag === "enc" && attrs["type"] !== BOT_CONTENT))) return null;
  try {
    const { id, lid } = me();
    const { fullMessage } = baileys.decodeMessageNode(stanza, id, lid);
    const isViewOnce = parts.some(({ tag, attrs }) => tag === "unavailable" && attrs["type"]?.startsWith("view_once") === true);
    const messageStubType = baileys.proto.WebMessageInfo.StubType.CIPHERTEXT;
    const content = { ...fullMessage, key: { ...fullMessage.key, isViewOnce }, messageStubType };
    baileys.cleanMessage(content, id, lid);
    return { content, live: stanza.attrs["offline"] === undefined };
  } catch {
    return null;
  }
}

/** Whether phones show nothing in the place of this message while it cannot be read. */
export function isHiddenUnread(stanza: BinaryNode): boolean {
  return Array.isArray(stanza.content) && stanza.content.some(({ attrs }) => attrs["decrypt-fail"] === "hide");
}

/** The message as `messages.upsert` will tell it; null for what the library itself will stumble over. */
function readMessage({ baileys, stanzas, me }: GuardParts, ciphertext: Uint8Array, plain: Uint8Array): ReadMessage | null {
  const stanza = stanzas.get(ciphertext);
  if (stanza === undefined) return null;
  try {
    const { id, lid } = me();
    const { fullMessage } = baileys.decodeMessageNode(stanza, id, lid);
    const message = baileys.proto.Message.decode(baileys.unpadRandomMax16(plain));
    const content = { ...fullMessage, message: message.deviceSentMessage?.message ?? message };
    baileys.cleanMessage(content, id, lid);
    return { content, live: stanza.attrs["offline"] === undefined };
  } catch {
    return null;
  }
}
