import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Agent } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import {
  Curve,
  generateMessageIDV2,
  generateWAMessage,
  initAuthCreds,
  makeWASocket,
  proto,
  xmppPreKey,
  xmppSignedPreKey,
  type AnyMessageContent,
  type AuthenticationState,
  type WAMessage,
  type WASocket,
} from "@whiskeysockets/baileys";
import { memoryKeys } from "./memoryKeys.js";
import { SILENT } from "./node.js";
import type { RunningRelay } from "./relay.js";
import type { Account } from "./world.js";

const RESTART = 515;
/** `MessageAssociation.AssociationType`. */
const [HD_VIDEO, HD_IMAGE] = [5, 10];
const PATIENCE_MS = 10_000;
/** More than the five below which the library makes new ones. */
const ONE_TIME_KEYS = 20;

/** A customer: a real client of the relay, which can decrypt only the messages for it. */
export interface RelayClient {
  readonly phone: string;
  readonly sock: () => WASocket;
  /** Received messages by id; a repeated id is one message, as on a phone. */
  readonly received: ReadonlyMap<string, WAMessage>;
  /** Sends a message and resolves to its id when the relay has acknowledged it. */
  readonly send: (to: string, content: AnyMessageContent, quoted?: WAMessage) => Promise<string>;
  /**
   * Sends the better file of an own picture or film, which names that message (WAProto of August 2026:
   * `messageAssociation` of type HD_IMAGE_DUAL_UPLOAD or HD_VIDEO_DUAL_UPLOAD); resolves to its id.
   */
  readonly sendBetter: (to: string, id: string, content: AnyMessageContent) => Promise<string>;
  /**
   * Edits an own message in the sealed form of current phones and resolves to the edit's id; the
   * author has the address that the network uses.
   */
  readonly edit: (to: string, id: string, text: string) => Promise<string>;
  /** Waits until every delivered message is read; rejects after ten seconds. */
  readonly readUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** An agent that accepts the self-signed certificate of the relay's media server. */
export function relayAgent(): Agent {
  return new Agent({ rejectUnauthorized: false });
}

const { MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
const SEALED_EDIT = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT;

/**
 * An edit in the form of phones since May 2026: encrypted with the secret of the edited message.
 */
function sealEdit(original: WAMessage, author: string, text: string): proto.IMessage {
  const id = original.key.id ?? "";
  const secret = original.message?.messageContextInfo?.messageSecret;
  if (!secret) throw new Error("the edited message has no secret");
  const edited = proto.Message.encode(
    proto.Message.fromObject({
      protocolMessage: { key: original.key, type: MESSAGE_EDIT, editedMessage: { extendedTextMessage: { text } } },
    }),
  ).finish();
  const info = Buffer.concat([id, author, author, "Message Edit"].map((each) => Buffer.from(each)));
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(32), info, 32)), iv);
  const encPayload = Buffer.concat([cipher.update(edited), cipher.final(), cipher.getAuthTag()]);
  return { secretEncryptedMessage: { targetMessageKey: original.key, encPayload, encIv: iv, secretEncType: SEALED_EDIT } };
}

/** Leaves some one-time keys at the relay: a client that finds none there makes 812, which costs a quarter of a processor second. */
async function leaveKeys({ creds, keys }: AuthenticationState, account: Account): Promise<void> {
  const pairs = Array.from({ length: ONE_TIME_KEYS }, (_, index) => [index + 1, Curve.generateKeyPair()] as const);
  await keys.set({ "pre-key": Object.fromEntries(pairs) });
  Object.assign(creds, { nextPreKeyId: ONE_TIME_KEYS + 1, firstUnuploadedPreKeyId: ONE_TIME_KEYS + 1 });
  account.registration = Buffer.alloc(4);
  account.registration.writeUInt32BE(creds.registrationId);
  account.identity = Buffer.from(creds.signedIdentityKey.public);
  account.signedPreKey = xmppSignedPreKey(creds.signedPreKey);
  account.preKeys = pairs.map(([id, pair]) => xmppPreKey(pair, id));
}

/** Links a new client to this phone at the relay and logs it in. */
export async function openRelayClient(relay: RunningRelay, phone: string): Promise<RelayClient> {
  const auth = { creds: initAuthCreds(), keys: memoryKeys() };
  const agent = relayAgent();
  const received = new Map<string, WAMessage>();
  const sent = new Map<string, WAMessage>();
  const account = relay.control.account(phone);
  const { delivered, pending } = account;

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
        if (code === RESTART) leaveKeys(auth, account).then(login).then(resolve, reject);
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
    sendBetter: (to, id, content) =>
      hand(async (messageId) => {
        const options = { messageId, userJid: sock.user?.id ?? "", upload: sock.waUploadToServer };
        const { message } = await generateWAMessage(to, content, options);
        const associationType = "video" in content ? HD_VIDEO : HD_IMAGE;
        const messageAssociation = { associationType, parentMessageKey: { remoteJid: to, fromMe: true, id } };
        await sock.relayMessage(
          to,
          { messageContextInfo: { messageAssociation }, associatedChildMessage: { message: message ?? null } },
          { messageId },
        );
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
        pending.size > 0 || delivered.some(({ attrs }) => attrs["category"] !== "peer" && !received.has(attrs["id"] ?? ""));
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
