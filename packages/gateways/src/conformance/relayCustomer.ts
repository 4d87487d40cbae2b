import { Agent } from "node:https";
import * as baileys from "@whiskeysockets/baileys";
import type { AnyMessageContent, AuthenticationCreds, SignalDataSet, SignalKeyStore, WAMessage, WAMessageKey, WASocket } from "@whiskeysockets/baileys";
import type { RunningRelay } from "@balcao/simulators/relay";
import { until } from "./testHost.js";

/** What the customer's phone has of one message. */
export interface Received {
  readonly message: WAMessage;
  bytes: Buffer | null;
}

/** A customer: a second, real client at the relay, which reads what is sealed for it and nothing else. */
export interface RelayCustomer {
  readonly phone: string;
  readonly sock: () => WASocket;
  readonly received: ReadonlyMap<string, Received>;
  /** Sends to somebody and resolves to the id. */
  readonly send: (to: string, content: AnyMessageContent, quoted?: WAMessage) => Promise<string>;
  readonly sent: ReadonlyMap<string, WAMessage>;
  readonly close: () => Promise<void>;
}

const silent = {
  level: "silent",
  child: () => silent,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Agrees to the relay's self-made certificate. */
export const relayAgent = (): Agent => new Agent({ rejectUnauthorized: false });

export async function openRelayCustomer(relay: RunningRelay, phone: string): Promise<RelayCustomer> {
  const creds = baileys.initAuthCreds();
  const keys = memoryKeys();
  const received = new Map<string, Received>();
  const sent = new Map<string, WAMessage>();
  const agent = relayAgent();
  let sock = await open();
  let isOpen = true;

  async function open(): Promise<WASocket> {
    return new Promise((resolve, reject) => {
      const next = connect(relay, { creds, keys }, agent, sent);
      sock = next;
      next.ev.process((batch) => {
        Object.assign(creds, batch["creds.update"] ?? {});
        const { qr, connection, lastDisconnect } = batch["connection.update"] ?? {};
        if (qr !== undefined) relay.control.scan(qr, phone);
        if (connection === "open") resolve(next);
        if (connection === "close" && isOpen !== false) {
          const error = lastDisconnect?.error;
          const code = error !== undefined && "output" in error ? error.output.statusCode : 0;
          if (code === 515) open().then(resolve, reject);
          else reject(new Error(`the customer's connection ended with ${String(code)}`));
        }
        for (const message of batch["messages.upsert"]?.messages ?? []) {
          if (message.key.id && !message.key.fromMe && message.message) received.set(message.key.id, received.get(message.key.id) ?? { message, bytes: null });
        }
      });
    });
  }

  return {
    phone,
    sock: () => sock,
    received,
    sent,
    send: async (to, content, quoted) => {
      const message = await sock.sendMessage(to, content, quoted === undefined ? {} : { quoted });
      const id = message?.key.id ?? "";
      if (message !== undefined) sent.set(id, message);
      return id;
    },
    close: async () => {
      isOpen = false;
      await sock.end(undefined);
      agent.destroy();
    },
  };
}

function connect(
  relay: RunningRelay,
  auth: { creds: AuthenticationCreds; keys: SignalKeyStore },
  fetchAgent: Agent,
  sent: ReadonlyMap<string, WAMessage>,
): WASocket {
  return baileys.makeWASocket({
    auth,
    logger: silent,
    waWebSocketUrl: relay.url,
    syncFullHistory: false,
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    fetchAgent,
    getMessage: async ({ id }: WAMessageKey) => sent.get(id ?? "")?.message ?? undefined,
  });
}

/** Waits until the customer has read every message that the relay brought. */
export async function readUp(relay: RunningRelay, customer: RelayCustomer): Promise<void> {
  const { brought, pending } = relay.control.account(customer.phone);
  const ids = (): string[] => brought.filter(({ attrs }) => attrs["category"] !== "peer").map(({ attrs }) => attrs["id"] ?? "");
  await until(
    () => [pending.size, ids().filter((id) => !customer.received.has(id)).length],
    ([waiting, unread]) => waiting === 0 && unread === 0,
  );
}

function memoryKeys(): SignalKeyStore {
  const stored = new Map<string, string>();
  return {
    get: async (type, ids) => {
      const entries = ids.flatMap((id) => {
        const text = stored.get(`${type} ${id}`);
        return text === undefined ? [] : [[id, JSON.parse(text, baileys.BufferJSON.reviver)] as const];
      });
      return Object.fromEntries(entries);
    },
    set: async (data: SignalDataSet) => {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value === null || value === undefined) stored.delete(`${type} ${id}`);
          else stored.set(`${type} ${id}`, JSON.stringify(value, baileys.BufferJSON.replacer));
        }
      }
    },
  };
}
