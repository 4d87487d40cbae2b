import { randomBytes } from "node:crypto";
import { aesDecryptCTR, aesDecryptGCM, aesEncryptCTR, Curve, derivePairingCodeKey, hkdf, hmacSign, proto } from "@whiskeysockets/baileys";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { bytesOf, child, element, timestamp, userOf } from "./node.js";
import { lidJid, openAccount, phoneJid } from "./world.js";
import type { Scanned, Wire, World } from "./world.js";

const REFS = 6;
const PAIR_ID = "pair-success";
const CODE_STAGE = "link_code_companion_reg";
/** The prefix of the data that the phone signs for a device. */
const DEVICE_PREFIX = Buffer.from([6, 0]);

/** What the phone has while a pairing code is typed. */
interface CodeLink {
  readonly phone: string;
  readonly wrapped: Buffer;
  readonly primary: ReturnType<typeof Curve.generateKeyPair>;
  readonly ephemeral: ReturnType<typeof Curve.generateKeyPair>;
}
const codeLinks = new WeakMap<Wire, CodeLink>();

/** Sends the parts of QR codes to a client without a linked phone. */
export function offerLinking(connection: Wire): void {
  connection.world.waiting.push(connection);
  const refs = Array.from({ length: REFS }, () => element("ref", {}, Buffer.from(`2@${randomBytes(16).toString("base64url")}`)));
  const attrs = { id: "pair-device", type: "set", xmlns: "md", from: "s.whatsapp.net" };
  connection.send(element("iq", attrs, [element("pair-device", {}, refs)]));
}

/**
 * WhatsApp demands a passkey for linking: the two notifications, and nothing links (Baileys #2672,
 * #2684; since 2026-06-30).
 */
function demandPasskey(connection: Wire): void {
  for (const type of ["passkey_prologue_request", "crsc_continuation"]) {
    const attrs = { type, id: randomBytes(6).toString("hex"), from: "s.whatsapp.net", t: timestamp() };
    connection.send(element("notification", attrs, [element(type, {})]));
  }
}

/** Handles a stanza of an unlinked client: queries about linking, and acknowledgements. */
export function answerLinking(connection: Wire, node: BinaryNode): void {
  if (node.tag === "ack") acknowledged(connection, node);
  if (node.tag !== "iq") return;
  if (node.attrs["id"] === PAIR_ID) {
    connection.end("515");
    return;
  }
  const request = child(node, CODE_STAGE);
  if (request === undefined) {
    if (node.attrs["type"] !== "result") connection.answer(node);
    return;
  }
  if (request.attrs["stage"] === "companion_hello") rememberCode(connection, node, request);
  else finishCode(connection, node, request);
}

/**
 * The owner scans a code. Since July 2026 WhatsApp retires the secret of the first scanned code,
 * and the phone accepts none with a retired secret; `asBefore` uses the earlier behaviour.
 */
export function scanCode(world: World, qr: string, phone: string, { asBefore }: { readonly asBefore: boolean }): Scanned {
  const [, noise = "", identity = "", secret = ""] = (qr.split("#").at(-1) ?? "").split(",");
  const connection = world.waiting.find(({ noiseKey }) => noiseKey.toString("base64") === noise);
  if (connection === undefined) return "nobody";
  if (connection.retired.has(secret)) return "refused";
  if (!asBefore && connection.retired.size === 0) {
    connection.retired.add(secret);
    retireSecret(connection);
    return "refused";
  }
  if (world.passkeys.has(phone)) {
    demandPasskey(connection);
    return "refused";
  }
  link(connection, phone, Buffer.from(identity, "base64"), Buffer.from(secret, "base64"));
  return "linked";
}

/**
 * Tells a client to make a new secret for its codes, and waits for its acknowledgement: WhatsApp Web
 * sends one (Baileys #2737, PR #2765), and no number is linked without it.
 */
function retireSecret(connection: Wire): void {
  const attrs = { type: "companion_reg_refresh", id: randomBytes(6).toString("hex"), from: "s.whatsapp.net", t: timestamp() };
  connection.unacknowledged.add(attrs.id);
  connection.send(element("notification", attrs, [element("companion_reg_refresh", {})]));
}

function acknowledged(connection: Wire, { attrs }: BinaryNode): void {
  if (attrs["class"] !== "notification" || attrs["type"] !== "companion_reg_refresh") return;
  connection.unacknowledged.delete(attrs["id"] ?? "");
  if (connection.unacknowledged.size > 0) return;
  connection.waitingLink?.();
  connection.waitingLink = null;
}

/**
 * The owner types a pairing code into the phone. False when no client waits with a code for this
 * phone.
 */
export async function typeCode(connection: Wire, code: string): Promise<boolean> {
  const pending = codeLinks.get(connection);
  if (pending === undefined) return false;
  if (connection.world.passkeys.has(pending.phone)) {
    demandPasskey(connection);
    return true;
  }
  announceCode(connection);
  const plain = code.replace("-", "");
  const wrapped = pending.wrapped;
  const key = await derivePairingCodeKey(plain, wrapped.subarray(0, 32));
  connection.companionKey = Buffer.from(aesDecryptCTR(wrapped.subarray(48), key, wrapped.subarray(32, 48)));
  const salt = randomBytes(32);
  const start = randomBytes(16);
  const sealed = aesEncryptCTR(Buffer.from(pending.ephemeral.public), await derivePairingCodeKey(plain, salt), start);
  const content = [
    element("link_code_pairing_wrapped_primary_ephemeral_pub", {}, Buffer.concat([salt, start, sealed])),
    element("primary_identity_pub", {}, Buffer.from(pending.primary.public)),
    element("link_code_pairing_ref", {}, Buffer.from("ref")),
  ];
  connection.send(
    element("notification", { type: CODE_STAGE, id: "code", from: "s.whatsapp.net", t: timestamp() }, [
      element(CODE_STAGE, { stage: "primary_hello" }, content),
    ]),
  );
  return true;
}

/**
 * Sends the notification about a typed code, without any keys, and retires the secret of QR codes.
 */
function announceCode(connection: Wire): void {
  const attrs = { type: CODE_STAGE, id: "refresh", from: "s.whatsapp.net", t: timestamp() };
  connection.send(element("notification", attrs, [element(CODE_STAGE, { stage: "refresh_code" })]));
  retireSecret(connection);
}

function rememberCode(connection: Wire, node: BinaryNode, request: BinaryNode): void {
  codeLinks.set(connection, {
    phone: userOf(request.attrs["jid"]),
    wrapped: bytesOf(child(request, "link_code_pairing_wrapped_companion_ephemeral_pub")),
    primary: Curve.generateKeyPair(),
    ephemeral: Curve.generateKeyPair(),
  });
  connection.answer(node, [element(CODE_STAGE, {}, [element("link_code_pairing_ref", {}, Buffer.from("ref"))])]);
}

function finishCode(connection: Wire, node: BinaryNode, request: BinaryNode): void {
  connection.answer(node);
  const pending = codeLinks.get(connection);
  if (pending === undefined || connection.companionKey === null) return;
  const bundle = bytesOf(child(request, "link_code_pairing_wrapped_key_bundle"));
  const identity = bytesOf(child(request, "companion_identity_public"));
  const shared = Buffer.from(Curve.sharedKey(pending.ephemeral.private, connection.companionKey));
  const key = hkdf(shared, 32, { salt: bundle.subarray(0, 32), info: "link_code_pairing_key_bundle_encryption_key" });
  const opened = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0));
  const secret = Buffer.concat([shared, Curve.sharedKey(pending.primary.private, identity), opened.subarray(64)]);
  link(connection, pending.phone, identity, Buffer.from(hkdf(secret, 32, { info: "adv_secret" })));
}

/**
 * The phone signs the device; the client answers, restarts on the order 515, and logs in. It waits
 * until the client has acknowledged what was retired.
 */
function link(connection: Wire, phone: string, identity: Buffer, secret: Buffer): void {
  if (connection.unacknowledged.size > 0) {
    connection.waitingLink = () => link(connection, phone, identity, secret);
    return;
  }
  const account = openAccount(connection.world, phone);
  account.connection?.end("401", element("conflict", { type: "device_removed" }));
  Object.assign(account, { linked: true, welcomed: false, device: account.device + 1, preKeys: [], signedPreKey: null });
  account.pending.clear();
  const primary = Curve.generateKeyPair();
  const details = proto.ADVDeviceIdentity.encode({ rawId: 1, timestamp: Number(timestamp()), keyIndex: account.device }).finish();
  const accountSignature = Curve.sign(primary.private, Buffer.concat([DEVICE_PREFIX, details, identity]));
  const signed = proto.ADVSignedDeviceIdentity.encode({ details, accountSignatureKey: primary.public, accountSignature }).finish();
  const signedIdentity = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac: hmacSign(signed, secret) }).finish();
  connection.send(
    element("iq", { id: PAIR_ID, type: "set", xmlns: "md", from: "s.whatsapp.net", t: timestamp() }, [
      element("pair-success", {}, [
        element("device", { jid: phoneJid(account), lid: lidJid(account) }),
        element("platform", { name: "android" }),
        element("device-identity", {}, signedIdentity),
      ]),
    ]),
  );
}
