import { setTimeout as pause } from "node:timers/promises";
import type { AuthenticationCreds, BinaryNode, SignalKeyStore } from "@whiskeysockets/baileys";
import type { GuardedFetch } from "@balcao/platform/http";
import { UnopenedSession, type SessionHost } from "../port/index.js";
import { once } from "node:events";
import { WebSocketServer } from "ws";
import type { Baileys } from "./library.js";
import { RecentKeys } from "./journal.js";
import { SessionSocket } from "./sessionSocket.js";
import { quietLogger } from "./quietLogger.js";
import { toSettings } from "./settings.js";

const LOOPBACK = "127.0.0.1";
/** "WA", 6 and a version: the first bytes that a client sends. */
const GREETING_BYTES = 4;
const LENGTH_BYTES = 3;

/**
 * A WebSocket server on this machine for a socket of the library. It never answers, so the
 * handshake does not finish and all stanzas stay unencrypted.
 */
interface SilentServer {
  readonly url: string;
  /** Resolves when a client has sent its first frame. */
  readonly greeted: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a silent server on a free port of the loopback; `onNode` is called with each stanza. */
async function openSilentServer(baileys: Baileys, onNode: (node: BinaryNode) => void): Promise<SilentServer> {
  let greet: () => void = () => undefined;
  const greeted = new Promise<void>((resolve) => (greet = resolve));
  const server = new WebSocketServer({ host: LOOPBACK, port: 0 });
  server.on("connection", (socket) => {
    let isGreeted = false;
    const read = readFrames((frame) => {
      if (isGreeted) return void baileys.decodeBinaryNode(frame).then(onNode, () => undefined);
      isGreeted = true;
      greet();
    });
    socket.on("error", () => socket.terminate());
    socket.on("message", (data) => {
      if (Buffer.isBuffer(data)) read(data);
    });
  });
  await once(server, "listening");
  const address = server.address();
  return {
    url: `ws://${LOOPBACK}:${String(typeof address === "object" ? address?.port : 0)}/ws/chat`,
    greeted,
    close: async () => {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Splits a stream of chunks into WhatsApp's length-prefixed frames. */
function readFrames(onFrame: (frame: Buffer) => void): (chunk: Buffer) => void {
  let held = Buffer.alloc(0);
  let start = GREETING_BYTES;
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= start + LENGTH_BYTES) {
      const from = start + LENGTH_BYTES;
      const end = from + held.readUIntBE(start, LENGTH_BYTES);
      if (held.length < end) return;
      const frame = held.subarray(from, end);
      held = held.subarray(end);
      start = 0;
      onFrame(frame);
    }
  };
}

/**
 * How long the journal delays the library: a receipt that does not wait leaves within a
 * millisecond.
 */
const COMMIT_MS = 150;
const PATIENCE_MS = 15_000;
const ME = "15550000001:1@s.whatsapp.net";
/** A LID, because the library asks the network nothing about LIDs. */
const SOMEBODY = "15550000002:1@lid";
const MESSAGE_ID = "3EB0SELFTEST";

/**
 * Checks that the installed library receipts a message only after the journal has it: one encrypted
 * message is delivered to a local socket with test keys while the journal is slow. Rejects with
 * UnopenedSession, `unsupported` when the receipt did not wait and `transient` when the test had no
 * result. It uses no number and no database.
 */
export async function testReceipts(baileys: Baileys, patienceMs = PATIENCE_MS): Promise<void> {
  const seen = { asked: false, committed: false };
  let judge: (isSafe: boolean) => void = () => undefined;
  const verdict = new Promise<boolean>((resolve) => (judge = resolve));
  const server = await openSilentServer(baileys, ({ tag, attrs }) => {
    if (tag === "receipt" && attrs["id"] === MESSAGE_ID) judge(seen.asked && seen.committed);
  });
  const accept: SessionHost["accept"] = async (events) => {
    if (events.length === 0) return;
    seen.asked = true;
    await pause(COMMIT_MS);
    seen.committed = true;
  };
  const creds: AuthenticationCreds = { ...baileys.initAuthCreds(), me: { id: ME } };
  const socket = new SessionSocket({
    baileys,
    host: memoryHost(accept),
    settings: toSettings({ url: server.url, fetchPublic: NO_FETCH, patience: { connect: patienceMs } }),
    creds,
    recent: new RecentKeys(),
    retries: { get: () => undefined, set: () => undefined, del: () => undefined, flushAll: () => undefined },
    onCode: () => undefined,
    onPaired: () => undefined,
    onOpen: () => undefined,
    onRestricted: () => undefined,
    onEnd: () => undefined,
  });
  const late = new AbortController();
  try {
    const tooLate = pause(patienceMs, null, { signal: late.signal, ref: false }).catch(() => null);
    await Promise.race([server.greeted, tooLate]);
    socket.sock.ws.emit("CB:message", await sealedMessage(baileys, creds));
    const isSafe = await Promise.race([verdict, tooLate]);
    if (isSafe === null) throw new UnopenedSession("transient", "the library could not be checked", "libraryUnclear");
    if (!isSafe) throw new UnopenedSession("unsupported", "the library confirms messages before they are stored", "libraryUnsafe");
  } finally {
    late.abort();
    socket.abandon({ code: undefined, message: "the test is over" });
    await server.close();
  }
}

/** A message of somebody who writes to these keys for the first time. */
async function sealedMessage(baileys: Baileys, to: AuthenticationCreds): Promise<BinaryNode> {
  const logger = quietLogger(() => undefined);
  const keys = baileys.addTransactionCapability(memoryKeys(), logger, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
  const repository = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds: baileys.initAuthCreds(), keys }, logger);
  const { registrationId, signedIdentityKey, signedPreKey } = to;
  await repository.injectE2ESession({
    jid: ME,
    session: {
      registrationId,
      identityKey: baileys.generateSignalPubKey(signedIdentityKey.public),
      signedPreKey: {
        keyId: signedPreKey.keyId,
        publicKey: baileys.generateSignalPubKey(signedPreKey.keyPair.public),
        signature: signedPreKey.signature,
      },
    },
  });
  const data = baileys.encodeWAMessage({ conversation: "Teste" });
  const { type, ciphertext } = await repository.encryptMessage({ jid: ME, data });
  const attrs = { id: MESSAGE_ID, from: SOMEBODY, type: "text", t: String(Math.floor(Date.now() / 1000)) };
  return { tag: "message", attrs, content: [{ tag: "enc", attrs: { v: "2", type }, content: ciphertext }] };
}

const NO_FETCH: GuardedFetch = () => Promise.reject(new Error("nothing is fetched here"));

function memoryKeys(): SignalKeyStore {
  const stored = new Map<string, unknown>();
  return {
    // A value was written by the library under the same type.
    get: async (type, ids) =>
      Object.fromEntries(ids.flatMap((id) => (stored.has(`${type} ${id}`) ? [[id, stored.get(`${type} ${id}`) as never]] : []))),
    set: async (data) => {
      for (const [type, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values ?? {})) stored.set(`${type} ${id}`, value);
    },
  };
}

function memoryHost(accept: SessionHost["accept"]): SessionHost {
  const stored = new Map<string, string>();
  const nothing = async (): Promise<void> => undefined;
  return {
    accept,
    report: nothing,
    remember: nothing,
    keys: {
      read: async (type, ids) =>
        new Map(
          ids.flatMap((id) => {
            const value = stored.get(`${type} ${id}`);
            return value === undefined ? [] : [[id, value] as const];
          }),
        ),
      write: async (changes) => {
        for (const { type, id, value } of changes) {
          if (value === null) stored.delete(`${type} ${id}`);
          else stored.set(`${type} ${id}`, value);
        }
      },
      clear: nothing,
    },
    temporaryPath: () => Promise.reject(new Error("no file is made here")),
    hint: () => Promise.resolve(null),
    forgetHint: () => Promise.resolve(),
    lastingFolder: () => Promise.reject(new Error("no file is made here")),
    log: () => undefined,
  };
}
