import { randomBytes, randomInt } from "node:crypto";
import { Refusal } from "./http.js";
import { numberOf, phoneJid } from "./jid.js";
import { lidOf } from "./numbers.js";
import QRCode from "qrcode";
import { encodePng } from "./png.js";
import type { Session, WebhookOutcome, WebhookPayload, WuzapiUser } from "./types.js";
import type { World } from "./world.types.js";

const MARGIN_MODULES = 4;
const MODULE_PIXELS = 4;

/** A QR code as a PNG data URL, with the margin that scanners need. */
function qrImage(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "L" });
  const side = (modules.size + 2 * MARGIN_MODULES) * MODULE_PIXELS;
  const isDark = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < modules.size && y < modules.size && modules.get(y, x) === 1;
  const image = encodePng(side, side, 1, (x, y) => [
    isDark(Math.floor(x / MODULE_PIXELS) - MARGIN_MODULES, Math.floor(y / MODULE_PIXELS) - MARGIN_MODULES) ? 0 : 255,
  ]);
  return `data:image/png;base64,${image.toString("base64")}`;
}

const FIRST_QR_DELAY_MS = 200;
const FIRST_QR_LIFE_MS = 60_000;
const NEXT_QR_LIFE_MS = 20_000;
const QR_CODES = 6;
const LOGIN_MS = 50;
/** whatsmeow waits longer with each try, beginning with two seconds. */
const RECONNECT_MS = 2_000;
const CONNECT_ATTEMPTS = 3;
const CODE_LETTERS = "123456789ABCDEFGHJKLMNPQRSTVWXYZ";

/** The running client of a user; 500 "no session" when there is none. */
export function requireClient(world: World, user: WuzapiUser): Session {
  const session = world.sessions.get(user.id);
  if (session === undefined) throw new Refusal(500, "no session");
  return session;
}

/** The client, logged in and connected; otherwise the error of a send. */
export function requireOnline(world: World, user: WuzapiUser): Session {
  const session = requireClient(world, user);
  if (!user.linked) throw new Refusal(500, "error sending message: the store doesn't contain a device JID");
  if (!session.connected || session.lying || !session.loggedIn)
    throw new Refusal(500, "error sending message: failed to send message node: websocket not connected");
  return session;
}

/**
 * Starts a client: with a login for a linked user, otherwise with QR codes of a new device. A `jid`
 * of an ended pairing changes nothing about that.
 */
export function startClient(world: World, user: WuzapiUser): Session {
  dropClient(world, user);
  const session: Session = {
    connected: true,
    loggedIn: false,
    available: false,
    lying: false,
    qrIndex: 0,
    qrExpiresAt: 0,
    pairing: null,
    cancel: () => undefined,
  };
  world.sessions.set(user.id, session);
  if (!user.linked) schedule(world, session, FIRST_QR_DELAY_MS, () => showQr(world, user, session));
  else schedule(world, session, LOGIN_MS, () => logIn(world, user, session));
  world.changed();
  return session;
}

/** Ends the client without a webhook; the pairing stays. */
export function dropClient(world: World, user: WuzapiUser): void {
  world.sessions.get(user.id)?.cancel();
  world.sessions.delete(user.id);
  user.qrcode = "";
  for (const key of world.typing.keys()) if (key.startsWith(`${numberOf(user.jid)}|`)) world.typing.delete(key);
  world.changed();
}

function schedule(world: World, session: Session, ms: number, task: () => void): void {
  if (world.closed) return;
  const cancel = world.clock.after(ms, () => {
    world.timers.delete(cancel);
    task();
  });
  world.timers.add(cancel);
  session.cancel = () => {
    world.timers.delete(cancel);
    cancel();
  };
}

function showQr(world: World, user: WuzapiUser, session: Session): void {
  if (session.qrIndex >= QR_CODES) {
    dropClient(world, user);
    void world.webhooks.send(user, { type: "QRTimeout", event: "timeout" });
    return;
  }
  session.qrIndex += 1;
  const life = session.qrIndex === 1 ? FIRST_QR_LIFE_MS : NEXT_QR_LIFE_MS;
  session.qrExpiresAt = world.clock.now() + life;
  schedule(world, session, life, () => showQr(world, user, session));
  const parts = Array.from({ length: 4 }, () => randomBytes(32).toString("base64"));
  user.qrcode = qrImage(`2@${parts.join(",")}`);
  world.changed();
  void world.webhooks.send(user, { type: "QR", event: "code", qrCodeBase64: user.qrcode });
}

/** Gives a pairing code that must be typed on the phone `phone`. */
export function newPairCode(world: World, session: Session, phone: string): string {
  const letters = Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)] ?? "1").join("");
  const code = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  session.pairing = { phone, code };
  world.changed();
  return code;
}

/** Links `number` as if its owner had scanned the code: PairSuccess, then Connected. */
export function linkNumber(world: World, user: WuzapiUser, number: string, pushName: string): void {
  const session = requireClient(world, user);
  session.cancel();
  user.jid = `${number}:12@s.whatsapp.net`;
  user.linked = true;
  user.lid = lidOf(number);
  user.pushName = pushName;
  user.qrcode = "";
  user.reconnect = true;
  session.pairing = null;
  void world.webhooks.send(user, { type: "PairSuccess", event: { ID: user.jid, LID: user.lid, BusinessName: "", Platform: "android" } });
  schedule(world, session, LOGIN_MS, () => logIn(world, user, session));
  world.note("linked", user.name, number);
}

function logIn(world: World, user: WuzapiUser, session: Session): void {
  if ((user.bannedUntil ?? 0) > world.clock.now()) return banned(world, user);
  if (user.refusal !== undefined) return refused(world, user, user.refusal);
  if (world.switches.failConnects > 0) {
    world.switches.failConnects -= 1;
    failConnection(world, user, "failed to connect to WhatsApp websocket");
    return;
  }
  session.loggedIn = true;
  session.connected = true;
  session.available = true;
  user.reconnect = true;
  const times = world.switches.connectedTwice ? 2 : 1;
  for (let time = 0; time < times; time += 1) void world.webhooks.send(user, { type: "Connected", event: {} });
  world.note("connected", user.name);
  const tasks = world.waiting.get(user.id) ?? [];
  world.waiting.delete(user.id);
  for (const task of tasks) task();
}

/** Stops connecting: ConnectFailure, no client, no automatic reconnection. */
export function failConnection(world: World, user: WuzapiUser, reason: string): void {
  user.reconnect = false;
  dropClient(world, user);
  void world.webhooks.send(user, { type: "ConnectFailure", event: "ConnectFailure", error: reason, attempts: CONNECT_ATTEMPTS, reason });
}

const NANOSECONDS = 1e6;

/**
 * A login during a ban: TemporaryBan with what is left of it, and no client (whatsmeow
 * `handleConnectFailure`, reason 402; `Expire` is a Go duration).
 */
function banned(world: World, user: WuzapiUser): void {
  const leftMs = Math.max(0, (user.bannedUntil ?? 0) - world.clock.now());
  dropClient(world, user);
  void world.webhooks.send(user, { type: "TemporaryBan", event: { Code: 101, Expire: Math.round(leftMs * NANOSECONDS) } });
}

/** A refused login: ConnectFailure with WhatsApp's code, and no client (whatsmeow `handleConnectFailure`). */
function refused(world: World, user: WuzapiUser, code: number): void {
  dropClient(world, user);
  void world.webhooks.send(user, { type: "ConnectFailure", event: { Reason: code, Message: "", Raw: null } });
}

/** Bans the number for so many seconds: the client ends, and each login before the end is refused. */
export function ban(world: World, user: WuzapiUser, seconds: number): void {
  user.bannedUntil = world.clock.now() + seconds * 1000;
  banned(world, user);
}

/** Refuses each login of the number with a code until it is null. */
export function refuse(world: World, user: WuzapiUser, code: number | null): void {
  if (code === null) delete user.refusal;
  else {
    user.refusal = code;
    refused(world, user, code);
  }
}

/**
 * WhatsApp interrupts the stream: StreamError, then Disconnected, and the client connects again by
 * itself (whatsmeow `handleStreamError`).
 */
export function interrupt(world: World, user: WuzapiUser, code: string): void {
  const session = requireClient(world, user);
  session.cancel();
  Object.assign(session, { connected: false, loggedIn: false });
  void world.webhooks.send(user, { type: "StreamError", event: { Code: code, Raw: null } });
  void world.webhooks.send(user, { type: "Disconnected", event: {} });
  schedule(world, session, RECONNECT_MS, () => logIn(world, user, session));
  world.changed();
}

/** Ends the pairing: LoggedOut, no client. The user keeps its `jid`, as WuzAPI's does (upstream #90, #133, #149). */
export function logOut(world: World, user: WuzapiUser, reason: number): void {
  const number = numberOf(user.jid);
  void world.webhooks.send(user, { type: "LoggedOut", event: { OnConnect: false, Reason: reason } });
  dropClient(world, user);
  user.linked = false;
  user.reconnect = false;
  world.waiting.delete(user.id);
  world.note("loggedOut", user.name, number);
}

/**
 * Sends an event now when the user's client is online, otherwise after it reconnects: WhatsApp
 * keeps events for a linked device.
 */
export function sendWhenOnline(world: World, user: WuzapiUser, event: WebhookPayload): Promise<WebhookOutcome> {
  const session = world.sessions.get(user.id);
  if (session !== undefined && session.loggedIn && session.connected && !session.lying) return world.webhooks.send(user, event);
  const send = (): void => void world.webhooks.send(user, event);
  world.waiting.set(user.id, [...(world.waiting.get(user.id) ?? []), send]);
  return Promise.resolve("waiting");
}

/** The user's own address without device. */
export function ownJid(user: WuzapiUser): string {
  return phoneJid(numberOf(user.jid));
}
