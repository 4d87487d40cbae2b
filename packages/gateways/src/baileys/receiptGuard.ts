import type { BinaryNode, SocketConfig } from "@whiskeysockets/baileys";
import type { Journal } from "./journal.js";
import type { RawMessage } from "./payloads.js";
import type { Baileys } from "./library.js";

/** The type of contents that are encrypted for a bot's key. */
const BOT_CONTENT = "msmsg";

type MakeRepository = SocketConfig["makeSignalRepository"];

interface GuardParts {
  readonly baileys: Baileys;
  /** The stanza of each ciphertext, filled before the library decrypts it. */
  readonly stanzas: WeakMap<Uint8Array, BinaryNode>;
  readonly journal: Journal;
  readonly me: () => { readonly id: string; readonly lid: string };
  /** Runs one encryption or decryption at a time, because both advance the same ratchet. */
  readonly alone: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/**
 * Journals each message before the library receipts it: the library sends a receipt after
 * decrypting, so decryption resolves only after the commit. The ratchet is saved after the journal
 * in the same library transaction, so a message that was not journalled can be decrypted again when
 * WhatsApp redelivers it.
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
  readonly content: RawMessage;
  readonly live: boolean;
}

/**
 * The unreadable message of a stanza without content that this library can decrypt; null for every
 * other stanza. The library itself emits no event for some of them.
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

/** Whether phones show nothing for this message while it cannot be decrypted. */
export function isHiddenUnread(stanza: BinaryNode): boolean {
  return Array.isArray(stanza.content) && stanza.content.some(({ attrs }) => attrs["decrypt-fail"] === "hide");
}

/**
 * The message as `messages.upsert` will report it; null for stanzas that the library itself cannot
 * decode.
 */
function readMessage({ baileys, stanzas, me }: GuardParts, ciphertext: Uint8Array, plain: Uint8Array): ReadMessage | null {
  const stanza = stanzas.get(ciphertext);
  if (stanza === undefined) return null;
  try {
    const { id, lid } = me();
    const { fullMessage } = baileys.decodeMessageNode(stanza, id, lid);
    const raw = baileys.unpadRandomMax16(plain);
    const message = baileys.proto.Message.decode(raw);
    const content = {
      ...fullMessage,
      message: message.deviceSentMessage?.message ?? message,
      ...{ raw, stanzaType: stanza.attrs["type"] ?? "", hidden: isHiddenUnread(stanza) },
    };
    baileys.cleanMessage(content, id, lid);
    return { content, live: stanza.attrs["offline"] === undefined };
  } catch {
    return null;
  }
}
