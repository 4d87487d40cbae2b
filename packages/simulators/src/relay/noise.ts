import { aesDecryptGCM, aesEncryptGCM, Curve, decodeBinaryNode, encodeBinaryNode, hkdf, proto, sha256 } from "@whiskeysockets/baileys";
import type { BinaryNode } from "@whiskeysockets/baileys";
import type { ServerIdentity } from "./identity.js";

const EMPTY = Buffer.alloc(0);
const PROTOCOL = Buffer.from("Noise_XX_25519_AESGCM_SHA256\0\0\0\0");
/** `WA`, then the version of the dictionary that packs stanzas. */
const HEADER = Buffer.from([87, 65, 6, 3]);
const ROUTING = "ED";

export type Incoming =
  { readonly kind: "login"; readonly payload: proto.ClientPayload } | { readonly kind: "stanza"; readonly node: BinaryNode };

/** The server's side of WhatsApp's encrypted channel (Noise XX), one per socket. */
export class NoiseServer {
  #buffer: Buffer = EMPTY;
  #begun = false;
  #step: "hello" | "finish" | "open" = "hello";
  #hash: Buffer = PROTOCOL;
  #salt: Buffer = PROTOCOL;
  #key: Buffer = PROTOCOL;
  #counter = 0;
  #ephemeral = Curve.generateKeyPair();
  #clientKey: Buffer = EMPTY;
  #reading: { key: Buffer; counter: number } = { key: EMPTY, counter: 0 };
  #writing: { key: Buffer; counter: number } = { key: EMPTY, counter: 0 };

  constructor(
    private readonly identity: ServerIdentity,
    private readonly write: (bytes: Buffer) => void,
  ) {
    this.#authenticate(HEADER);
  }

  /** The client's noise key, which its QR codes contain; empty until the handshake is over. */
  get clientKey(): Buffer {
    return this.#clientKey;
  }

  /** Takes received bytes and returns everything that they complete, in order. */
  async take(bytes: Buffer): Promise<Incoming[]> {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    this.#skipIntroduction();
    const incoming: Incoming[] = [];
    for (let frame = this.#nextFrame(); frame !== null; frame = this.#nextFrame()) {
      const item = await this.#read(frame);
      if (item !== null) incoming.push(item);
    }
    return incoming;
  }

  /** Sends stanzas in one piece. */
  send(...nodes: BinaryNode[]): void {
    if (this.#step !== "open") return;
    const sealed = nodes.map((node) => aesEncryptGCM(encodeBinaryNode(node), this.#writing.key, nonce(this.#writing.counter++), EMPTY));
    this.write(Buffer.concat(sealed.map((bytes) => framed(Buffer.from(bytes)))));
  }

  #skipIntroduction(): void {
    if (this.#begun || this.#buffer.length < HEADER.length) return;
    if (this.#buffer.subarray(0, 2).toString("latin1") === ROUTING) {
      this.#buffer = this.#buffer.subarray(7 + this.#buffer.readUInt16BE(5) + ((this.#buffer[4] ?? 0) << 16));
    }
    this.#buffer = this.#buffer.subarray(HEADER.length);
    this.#begun = true;
  }

  #nextFrame(): Buffer | null {
    if (this.#buffer.length < 3) return null;
    const end = 3 + this.#buffer.readUIntBE(0, 3);
    if (this.#buffer.length < end) return null;
    const frame = this.#buffer.subarray(3, end);
    this.#buffer = this.#buffer.subarray(end);
    return frame;
  }

  async #read(frame: Buffer): Promise<Incoming | null> {
    if (this.#step === "hello") {
      this.#answerHello(frame);
      return null;
    }
    if (this.#step === "finish") return { kind: "login", payload: this.#finish(frame) };
    const plain = aesDecryptGCM(frame, this.#reading.key, nonce(this.#reading.counter++), EMPTY);
    return { kind: "stanza", node: await decodeBinaryNode(plain) };
  }

  #answerHello(frame: Buffer): void {
    const theirs = Buffer.from(proto.HandshakeMessage.decode(frame).clientHello?.ephemeral ?? EMPTY);
    this.#authenticate(theirs);
    this.#authenticate(Buffer.from(this.#ephemeral.public));
    this.#mix(Curve.sharedKey(this.#ephemeral.private, theirs));
    const fixed = this.#seal(Buffer.from(this.identity.keys.public));
    this.#mix(Curve.sharedKey(this.identity.keys.private, theirs));
    const payload = this.#seal(this.identity.chain);
    const serverHello = { ephemeral: this.#ephemeral.public, static: fixed, payload };
    this.write(framed(Buffer.from(proto.HandshakeMessage.encode({ serverHello }).finish())));
    this.#step = "finish";
  }

  #finish(frame: Buffer): proto.ClientPayload {
    const finish = proto.HandshakeMessage.decode(frame).clientFinish;
    const theirs = this.#open(Buffer.from(finish?.static ?? EMPTY));
    this.#clientKey = theirs;
    this.#mix(Curve.sharedKey(this.#ephemeral.private, theirs));
    const payload = proto.ClientPayload.decode(this.#open(Buffer.from(finish?.payload ?? EMPTY)));
    const [reading, writing] = this.#derive(EMPTY);
    this.#reading = { key: reading, counter: 0 };
    this.#writing = { key: writing, counter: 0 };
    this.#step = "open";
    return payload;
  }

  #authenticate(bytes: Uint8Array): void {
    this.#hash = sha256(Buffer.concat([this.#hash, bytes]));
  }

  #derive(secret: Uint8Array): [Buffer, Buffer] {
    const both = Buffer.from(hkdf(Buffer.from(secret), 64, { salt: this.#salt, info: "" }));
    return [both.subarray(0, 32), both.subarray(32)];
  }

  #mix(secret: Uint8Array): void {
    [this.#salt, this.#key] = this.#derive(secret);
    this.#counter = 0;
  }

  #seal(plain: Uint8Array): Buffer {
    const sealed = Buffer.from(aesEncryptGCM(plain, this.#key, nonce(this.#counter++), this.#hash));
    this.#authenticate(sealed);
    return sealed;
  }

  #open(sealed: Buffer): Buffer {
    const plain = Buffer.from(aesDecryptGCM(sealed, this.#key, nonce(this.#counter++), this.#hash));
    this.#authenticate(sealed);
    return plain;
  }
}

function framed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(3);
  length.writeUIntBE(bytes.length, 0, 3);
  return Buffer.concat([length, bytes]);
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(counter, 8);
  return bytes;
}
