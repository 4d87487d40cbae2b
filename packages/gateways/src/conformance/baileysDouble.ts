import { readFile } from "node:fs/promises";
import * as baileys from "@whiskeysockets/baileys";
import type { AnyMessageContent, WAMessage } from "@whiskeysockets/baileys";
import { createGuardedFetch } from "@balcao/platform/http";
import { child, openRelayClient, relayAgent, startRelay, trustRelay } from "@balcao/simulators/relay";
import type { MessageFault, RelayClient, RunningRelay } from "@balcao/simulators/relay";
import { createBaileysConnector } from "../baileys/index.js";
import { downloadFile } from "../baileys/mediaDownload.js";
import type { ConnectionProfile, GatewayConnector } from "../port/index.js";
import type { CustomerAct, GatewayDouble, SendFault, ShownMessage, Traits } from "./gatewayDouble.js";
import { until } from "./testHost.js";
import type { TestHost } from "./testHost.js";

export const OWNER = "5511970000001";
export const CUSTOMER = "5511900000001";
const FAMILIES = { image: "Image", video: "Video", audio: "Audio", document: "Document", sticker: "Image" } as const;

/** Traits of a connector that runs the phone's session itself. */
export const BAILEYS_TRAITS: Traits = {
  carries: "socket",
  doubtful: ["resetAfter", "hangAfter"],
  refusals: [
    ["rateLimit", { retry: true, retryAfterMs: 60_000, error: { code: 429 } }],
    ["coded400", { retry: false, error: { code: 463 } }],
    ["noSession", { retry: true, error: { code: "notConnected" } }],
  ],
};

const FAULTS: Partial<Record<SendFault, MessageFault>> = {
  resetBefore: { kind: "cutBefore" },
  resetAfter: { kind: "cutAfter" },
  hangAfter: { kind: "silent" },
  rateLimit: { kind: "refuse", code: "429" },
  coded400: { kind: "refuse", code: "463" },
};

export interface BaileysDouble extends GatewayDouble {
  readonly relay: RunningRelay;
  readonly customerClient: () => RelayClient;
}

/**
 * A relay with the baileys connector as the owner's device and a customer that is a real client.
 */
export async function openBaileysDouble(
  host: TestHost,
  {
    withCustomer = true,
    qrMs,
    version,
  }: { withCustomer?: boolean; qrMs?: number; version?: () => readonly [number, number, number] | undefined } = {},
): Promise<BaileysDouble> {
  const relay = await startRelay();
  trustRelay(relay.rootKey);
  const customer = withCustomer ? await openRelayClient(relay, CUSTOMER) : null;
  const agent = relayAgent();
  const fetched = new Map<string, Buffer>();
  const make = (url: string): GatewayConnector =>
    createBaileysConnector({
      url,
      version,
      mediaAgent: agent,
      fetchPublic: createGuardedFetch({ isAllowedAddress: () => true, ports: [relay.port] }),
      patience: { connect: 3_000, query: 4_000, ping: 300, ack: 2_500, database: 1_000, qr: qrMs, reconnect: 50 },
    });
  const demand = (): RelayClient => {
    if (customer === null) throw new Error("this stage has no customer");
    return customer;
  };
  const profileNow = (): ConnectionProfile => ({ id: 1, name: "Vendas", api: "baileys", account: { ...host.memory }, webhookUrl: "" });
  return {
    relay,
    customerClient: demand,
    connector: make(relay.url),
    unreachable: make("ws://127.0.0.1:1/ws/chat"),
    profile: profileNow(),
    profileNow,
    customer: CUSTOMER,
    scanCode: () => void scanShown(relay, host),
    typeCode: (code) =>
      void until(
        () => relay.control.typeCode(code),
        (isTaken) => isTaken,
      ),
    endPairingOnPhone: () => relay.control.unlink(OWNER),
    dieSilently: () => relay.control.end(OWNER, "silent"),
    act: async (act) => {
      const id = await perform(relay, demand(), act);
      if (act.kind === "text") {
        const { text, onOwnersPhone: fromMe = false } = act;
        relay.control.remember(OWNER, { id, from: CUSTOMER, fromMe, text, at: new Date() });
      }
      return id;
    },
    readEverything: async () => {
      await demand().readUp();
      await demand()
        .sock()
        .readMessages([...demand().received.values()].map(({ key }) => key));
    },
    journal: () => host.accepted,
    webhookAnswers: () => [],
    fileBytes: () => null,
    shown: async () => {
      await demand().readUp();
      return shownTo(relay, demand(), { host, fetched });
    },
    fault: async (fault) => {
      const wanted = FAULTS[fault];
      if (wanted !== undefined) return relay.control.fault(wanted);
      relay.control.refuseLogins(OWNER, "503");
      relay.control.end(OWNER, "cut");
      await until(
        () => host.reports.at(-1)?.status,
        (status) => status === "DISCONNECTED",
      );
    },
    dropEvents: (isLost) => relay.control.dropEvents(OWNER, isLost),
    misuseWebhooks: () => undefined,
    webhookFormat: () => undefined,
    withholdMedia: () => undefined,
    setPicture: (bytes, mime) => relay.control.alter(CUSTOMER, { picture: { bytes, mime } }),
    accounts: () => relay.control.waiting() + (relay.control.account(OWNER).linked ? 1 : 0),
    close: async () => {
      await customer?.close();
      agent.destroy();
      await relay.close();
    },
  };
}

/** The owner scans the shown code; when the phone could not link, the next code as well. */
async function scanShown(relay: RunningRelay, host: TestHost): Promise<void> {
  const shown = (): string => host.reports.findLast(({ qrcode }) => qrcode !== null)?.qrcode ?? "";
  const first = shown();
  if (relay.control.scan(first, OWNER) !== "refused") return;
  await until(shown, (code) => code !== first);
  relay.control.scan(shown(), OWNER);
}

async function perform(relay: RunningRelay, customer: RelayClient, act: CustomerAct): Promise<string> {
  const to = `${OWNER}@s.whatsapp.net`;
  const mine = (id: string): WAMessage["key"] => ({ remoteJid: to, id, fromMe: true });
  switch (act.kind) {
    case "text": {
      if (act.onOwnersPhone === true) return relay.control.typeOnPhone(OWNER, customer.phone, act.text);
      if (act.quoted === undefined) return customer.send(to, { text: act.text });
      await customer.readUp();
      return customer.send(to, { text: act.text }, customer.received.get(act.quoted));
    }
    case "edit":
      return customer.edit(to, act.target, act.text);
    case "revoke":
      return customer.send(to, { delete: mine(act.target) });
    case "react":
      return customer.send(to, { react: { text: act.emoji, key: { remoteJid: to, id: act.target, fromMe: false } } });
    default: {
      const bytes = Buffer.from(act.bytes);
      const { mime: mimetype, fileName } = act;
      const words = act.caption === "" ? {} : { caption: act.caption };
      if (act.better !== undefined) return customer.sendBetter(to, act.better, toBetter(act.kind, bytes, mimetype));
      if (act.kind === "image") return customer.send(to, { image: bytes, mimetype, ...words, jpegThumbnail: "" });
      if (act.kind === "video") return customer.send(to, { video: bytes, mimetype, ...words, jpegThumbnail: "" });
      if (act.kind === "audio") return customer.send(to, { audio: bytes, mimetype, ptt: true, seconds: 3 });
      return customer.send(to, { document: bytes, mimetype, fileName, ...words });
    }
  }
}

const toBetter = (kind: string, bytes: Buffer, mimetype: string): AnyMessageContent =>
  kind === "video" ? { video: bytes, mimetype, jpegThumbnail: "" } : { image: bytes, mimetype, jpegThumbnail: "" };

/** What the phone keeps: a file is fetched when its message is first shown, and not again. */
interface Phone {
  readonly host: TestHost;
  readonly fetched: Map<string, Buffer>;
}

async function shownTo(relay: RunningRelay, customer: RelayClient, { host, fetched }: Phone): Promise<ShownMessage[]> {
  const posts = (id: string): number =>
    relay.control
      .received()
      .filter(({ phone, node }) => phone === OWNER && node.tag === "message" && node.attrs["id"] === id && !isRetry(node)).length;
  const shown: ShownMessage[] = [];
  for (const [id, received] of customer.received) {
    const message = baileys.normalizeMessageContent(received.message);
    const name = message === undefined ? undefined : baileys.getContentType(message);
    if (message === undefined || name === undefined || name === "protocolMessage" || name === "reactionMessage") continue;
    const media = message.imageMessage ?? message.videoMessage ?? message.audioMessage ?? message.documentMessage ?? message.stickerMessage;
    const kind = name === "conversation" || name === "extendedTextMessage" ? "text" : name.replace("Message", "");
    if (media && !fetched.has(id)) fetched.set(id, await bytesOf(relay, host, received, kind));
    shown.push({
      id,
      kind,
      text: message.conversation ?? message.extendedTextMessage?.text ?? (media && "caption" in media ? (media.caption ?? "") : ""),
      voice: message.audioMessage?.ptt ?? false,
      fileName: message.documentMessage?.fileName ?? "",
      bytes: fetched.get(id) ?? null,
      quotedId: quotedIdOf(message),
      posts: posts(id),
    });
  }
  return shown;
}

/**
 * Whether a stanza is a retry for one device that could not decrypt the message, not a second
 * message.
 */
function isRetry(node: Parameters<typeof child>[0]): boolean {
  return child(node, "enc")?.attrs["count"] !== undefined;
}

function quotedIdOf(message: baileys.proto.IMessage): string {
  const part = Object.values(message).find(
    (each): each is { contextInfo?: baileys.proto.IContextInfo | null } =>
      typeof each === "object" && each !== null && "contextInfo" in each,
  );
  return part?.contextInfo?.stanzaId ?? "";
}

async function bytesOf(relay: RunningRelay, host: TestHost, received: WAMessage, kind: string): Promise<Buffer> {
  const media = baileys.assertMediaContent(received.message);
  const path = await host.temporaryPath();
  const agent = relayAgent();
  const family = FAMILIES[kind === "image" || kind === "video" || kind === "audio" || kind === "sticker" ? kind : "document"];
  const directPath = media.directPath ?? "";
  await downloadFile(
    { host: relay.media.host, directPath, mediaKey: Buffer.from(media.mediaKey ?? []), family, sha256: Buffer.alloc(0) },
    agent,
    path,
  );
  agent.destroy();
  return readFile(path);
}
