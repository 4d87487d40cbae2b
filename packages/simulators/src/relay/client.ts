import { Agent } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { generateMessageIDV2, initAuthCreds, makeWASocket } from "@whiskeysockets/baileys";
import type { AnyMessageContent, WAMessage, WASocket } from "@whiskeysockets/baileys";
import { memoryKeys } from "./memoryKeys.js";
import type { RunningRelay } from "./relay.js";
import { sealEdit } from "./sealedEdit.js";
import { SILENT } from "./silence.js";

const RESTART = 515;
const PATIENCE_MS = 10_000;

/** A customer: a real client at the relay, which reads what is sealed for it and nothing else. */
export interface RelayClient {
  readonly phone: string;
  readonly sock: () => WASocket;
  /** What came, by id; a repeated id is one message, as on a phone. */
  readonly received: ReadonlyMap<string, WAMessage>;
  /** Sends to an address and resolves to the id when the relay has acknowledged it. */
  readonly send: (to: string, content: AnyMessageContent, quoted?: WAMessage) => Promise<string>;
  /**
   * Edits an own message, sealed as phones do today, and resolves to the edit's id; the author is
   * named as the network knows them.
   */
  readonly edit: (to: string, id: string, text: string) => Promise<string>;
  /** Waits until everything that the relay brought is read; rejects after ten seconds. */
  readonly readUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Agrees to the certificate that the relay's media server made for itself. */
export function relayAgent(): Agent {
  return new Agent({ rejectUnauthorized: false });
}

/** Links a new client to this phone at the relay, and logs it in. */
export async function openRelayClient(relay: RunningRelay, phone: string): Promise<RelayClient> {
  const auth = { creds: initAuthCreds(), keys: memoryKeys() };
  const agent = relayAgent();
  const received = new Map<string, WAMessage>();
  const sent = new Map<string, WAMessage>();
  const { brought, pending } = relay.control.account(phone);

  const connect = (): WASocket =>
    makeWASocket({
      auth,
      logger: SILENT,
      waWebSocketUrl: relay.url,
      syncFullHistory: false,
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      fetchAgent: agent,
      getMessage: async ({ id }) => sent.get(id ?? "")?.message ?? undefined,
    });
  const login = (): Promise<WASocket> =>
    new Promise((resolve, reject) => {
      const sock = connect();
      sock.ev.process((batch) => {
        Object.assign(auth.creds, batch["creds.update"] ?? {});
        for (const message of batch["messages.upsert"]?.messages ?? []) {
          const { id, fromMe } = message.key;
          if (id && !fromMe && message.message && !received.has(id)) received.set(id, message);
        }
        const { qr, connection, lastDisconnect } = batch["connection.update"] ?? {};
        if (qr !== undefined) relay.control.scan(qr, phone, { asBefore: true });
        if (connection === "open") resolve(sock);
        if (connection !== "close") return;
        const error = lastDisconnect?.error;
        const code = error !== undefined && "output" in error ? error.output.statusCode : 0;
        if (code === RESTART) login().then(resolve, reject);
        else reject(new Error(`the client's connection ended with ${String(code)}`));
      });
    });
  const sock = await login();
  const hand = async (work: (messageId: string) => Promise<unknown>): Promise<string> => {
    const messageId = generateMessageIDV2(sock.user?.id);
    const acknowledged = new Promise((resolve) => sock.ws.once(`CB:ack,id:${messageId}`, resolve));
    await work(messageId);
    await acknowledged;
    return messageId;
  };

  return {
    phone,
    sock: () => sock,
    received,
    send: (to, content, quoted) =>
      hand(async (messageId) => {
        const message = await sock.sendMessage(to, content, { messageId, ...(quoted === undefined ? {} : { quoted }) });
        if (message !== undefined) sent.set(messageId, message);
      }),
    edit: (to, id, text) => {
      const original = sent.get(id);
      if (original === undefined) throw new Error("an edit of what was never sent");
      const { lid, hidesPhone } = relay.control.account(phone);
      return hand((messageId) =>
        sock.relayMessage(to, sealEdit(original, hidesPhone ? `${lid}@lid` : `${phone}@s.whatsapp.net`, text), {
          messageId,
          additionalAttributes: { edit: "1" },
        }),
      );
    },
    readUp: async () => {
      const unread = (): boolean =>
        pending.size > 0 || brought.some(({ attrs }) => attrs["category"] !== "peer" && !received.has(attrs["id"] ?? ""));
      for (const deadline = Date.now() + PATIENCE_MS; unread(); await pause(10)) {
        if (Date.now() > deadline) throw new Error("the client does not read what it got");
      }
    },
    close: async () => {
      await sock.end(undefined);
      agent.destroy();
    },
  };
}
