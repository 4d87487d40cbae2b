import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { proto } from "@whiskeysockets/baileys";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { WebSocketServer } from "ws";
import { LOOPBACK, listen } from "../listen.js";
import { RelayConnection } from "./connection.js";
import { bring } from "./delivery.js";
import { createServerIdentity } from "./identity.js";
import { scanCode, typeCode } from "./linking.js";
import { startMediaServer, type MediaServer } from "./mediaServer.js";
import { element, timestamp } from "./node.js";
import { unlink } from "./questions.js";
import {
  openAccount,
  phoneJid,
  type Account,
  type Group,
  type ReceivedStanza,
  type MessageChange,
  type MessageFault,
  type PastMessage,
  type Scanned,
  type World,
} from "./world.js";

/** The relay's controls: phones, their owners and network faults. */
interface RelayControl {
  /** Answers so many more queries about people, and refuses the others until the limit is taken back. */
  limitQuestions(left: number | null): void;
  /**
   * The owner of `phone` scans the shown code. `asBefore` uses a phone that accepts a code at the
   * first scan, as until July 2026.
   */
  scan(qr: string, phone: string, options?: { readonly asBefore: boolean }): Scanned;
  /** The owner types a pairing code on the phone that it was requested for. */
  typeCode(code: string): Promise<boolean>;
  /** The owner removes the device from the phone. */
  unlink(phone: string): void;
  account(phone: string): Readonly<Account>;
  /** Changes properties of an account for a test. */
  alter(phone: string, changes: Partial<Pick<Account, "hidesPhone" | "picture" | "name">>): void;
  /** Adds messages to the phone's own history; the relay itself reads none. */
  remember(phone: string, ...messages: readonly PastMessage[]): void;
  /**
   * While `isLost`, the network loses messages for this phone's device; the phone itself gets them.
   */
  dropEvents(phone: string, isLost: boolean): void;
  createGroup(group: Pick<Group, "subject" | "members"> & Partial<Group>): Group;
  /** The owner types a text on the phone itself; the device gets a copy. */
  typeOnPhone(phone: string, to: string, text: string): string;
  /** The owner reads the chat with `to` on the phone. */
  readOnPhone(phone: string, to: string, ids: readonly string[]): void;
  call(from: string, to: string, id: string, phase: "offer" | "terminate"): void;
  /** Delivers a stanza unchanged; for stanzas that no simulated client sends. */
  bring(phone: string, node: BinaryNode): void;
  /** Delivers the last message for this device once more. */
  repeat(phone: string): void;
  fault(fault: MessageFault): void;
  /** Changes the next message for this phone's device. */
  changeNext(phone: string, change: MessageChange): void;
  /**
   * Ends the device's stream: with a code of `stream:error`, "cut" for a socket that ends without
   * one, "silent" for one that stops answering.
   */
  end(phone: string, how: string): void;
  /** Refuses logins of this phone with this code of `failure`, empty for one without a reason; null allows them again. */
  refuseLogins(phone: string, code: string | null, expire?: number): void;
  /** Refuses older versions of WhatsApp Web with 405 (whatsmeow `ConnectFailureClientOutdated`), by their third number. */
  requireVersion(tertiary: number): void;
  /** The account of a phone needs a passkey to link a device from now on. */
  demandPasskey(phone: string): void;
  received(): readonly ReceivedStanza[];
  /** How many clients show a code. */
  waiting(): number;
  logins(): Readonly<World["logins"]>;
}

export interface RunningRelay {
  /** The address that a client uses as WhatsApp's. */
  readonly url: string;
  /** Root of the relay's certificates (see `trustRelay`). */
  readonly rootKey: Buffer;
  readonly port: number;
  readonly media: MediaServer;
  readonly control: RelayControl;
  close(): Promise<void>;
}

/**
 * Starts a stand-in of WhatsApp's servers on this machine: it routes encrypted messages between
 * real clients and decrypts none of them.
 */
export async function startRelay({ port = 0 }: { readonly port?: number } = {}): Promise<RunningRelay> {
  const identity = createServerIdentity();
  const media = await startMediaServer();
  const server = createServer((request, response) => {
    const picture = world.accounts.get((request.url ?? "").split("/").at(-1) ?? "")?.picture;
    if (!picture) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": picture.mime, "content-length": picture.bytes.length }).end(picture.bytes);
  });
  const sockets = new WebSocketServer({ server, path: "/ws/chat", maxPayload: 16 * 1024 * 1024 });
  const taken = await listen(server, port);
  const world: World = {
    identity,
    media,
    accounts: new Map(),
    groups: new Map(),
    received: [],
    questionsLeft: null,
    waiting: [],
    faults: [],
    lost: new Set(),
    oldestVersion: { tertiary: 0 },
    passkeys: new Set(),
    refusals: new Map(),
    logins: { open: 0, most: 0, at: [] },
    pictureUrl: ({ phone }) => `http://${LOOPBACK}:${taken}/picture/${phone}`,
  };
  sockets.on("connection", (socket) => new RelayConnection(world, socket));
  return {
    url: `ws://${LOOPBACK}:${taken}/ws/chat`,
    rootKey: identity.rootKey,
    port: taken,
    media,
    control: createControl(world),
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), media.close()]);
    },
  };
}

function createControl(world: World): RelayControl {
  const known = (phone: string): Account => openAccount(world, phone);
  return {
    scan: (qr, phone, options = { asBefore: false }) => scanCode(world, qr, phone, options),
    typeCode: async (code) => {
      for (const connection of [...world.waiting].reverse()) if (await typeCode(connection, code)) return true;
      return false;
    },
    unlink: (phone) => unlink(known(phone)),
    account: known,
    alter: (phone, changes) => void Object.assign(known(phone), changes),
    remember: (phone, ...messages) => void known(phone).past.push(...messages),
    dropEvents: (phone, isLost) => void (known(phone).dropsEvents = isLost),
    createGroup: (facts) => {
      const id = `1203630${randomBytes(5).readUIntBE(0, 5)}`;
      const group: Group = { id, description: "", admins: new Set(), addressing: "pn", ...facts };
      world.groups.set(group.id, group);
      return group;
    },
    typeOnPhone: (phone, to, text) => {
      const account = known(phone);
      const id = `3A${randomBytes(9).toString("hex").toUpperCase()}`;
      const message = proto.Message.encode({ conversation: text }).finish();
      const attrs = { from: phoneJid(account, false), recipient: phoneJid(known(to), false), id, type: "text", t: timestamp() };
      bring(account, element("message", attrs, [element("plaintext", {}, message)]));
      return id;
    },
    readOnPhone: (phone, to, ids) => {
      const account = known(phone);
      const [id, ...more] = ids;
      const items = more.map((each) => element("item", { id: each }));
      const attrs = { from: phoneJid(account, false), recipient: phoneJid(known(to), false), id, type: "read-self", t: timestamp() };
      bring(account, element("receipt", attrs, items.length === 0 ? undefined : [element("list", {}, items)]));
    },
    call: (from, to, id, phase) => {
      const caller = phoneJid(known(from), false);
      const facts = { "call-id": id, "call-creator": caller, caller_pn: caller };
      const inside = element(phase, facts, phase === "offer" ? [element("audio", {})] : undefined);
      known(to).connection?.send(element("call", { from: caller, id: randomBytes(6).toString("hex"), t: timestamp() }, [inside]));
    },
    bring: (phone, node) => bring(known(phone), node),
    repeat: (phone) => {
      const account = known(phone);
      const last = account.delivered.at(-1);
      if (last !== undefined) bring(account, last);
    },
    fault: (fault) => void world.faults.push(fault),
    limitQuestions: (left) => void (world.questionsLeft = left),
    changeNext: (phone, change) => void (known(phone).nextMessage = change),
    end: (phone, how) => {
      const connection = known(phone).connection;
      if (how === "cut") connection?.cut();
      else if (how === "silent" && connection !== null) connection.silent = true;
      else connection?.end(how, how === "440" ? element("conflict", { type: "replaced" }) : undefined);
    },
    requireVersion: (tertiary) => void (world.oldestVersion.tertiary = tertiary),
    demandPasskey: (phone) => void world.passkeys.add(phone),
    refuseLogins: (phone, code, expire) => {
      if (code === null) world.refusals.delete(phone);
      else world.refusals.set(phone, { code, expire });
    },
    received: () => world.received,
    waiting: () => world.waiting.length,
    logins: () => world.logins,
  };
}
