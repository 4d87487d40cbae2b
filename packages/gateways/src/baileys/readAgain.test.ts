import { loadBaileys } from "./library.js";
import { messagePayload, readRawAgain } from "./payloads.js";
import { toInbound } from "./baileysInbound.js";

const facts = { live: true, me: "5511970000001@s.whatsapp.net", receivedAt: 1_795_000_000_000 };
const key = { remoteJid: "5511900000001@s.whatsapp.net", id: "3EB0A", fromMe: false };

/** A field of the protobuf: number, and bytes as its length-delimited value. */
const field = (number: number, value: Uint8Array): Buffer => {
  const tag = (number << 3) | 2;
  const varint = tag < 128 ? [tag] : [(tag & 127) | 128, tag >> 7];
  return Buffer.concat([Buffer.from([...varint, value.length]), value]);
};

describe("a content of a newer protocol [D-276]", () => {
  it("keeps its bytes, and is read from them by a library that knows it", async () => {
    const baileys = await loadBaileys();
    // Field 1 is `conversation`; 1,900 is one that no version knows, so the library leaves nothing of it.
    const raw = field(1_900, field(1, Buffer.from("Um convite")));
    const message = baileys.proto.Message.decode(raw);
    const stored = (more: object) =>
      messagePayload({ key, message, messageTimestamp: 1_795_000_000, raw, ...more }, facts, () => Promise.resolve(null));
    expect(await stored({})).not.toHaveProperty("bytes");
    // The stanza says that there is content, or that nobody is to see it (whatsmeow `decrypt-fail`).
    expect(toInbound(await stored({ stanzaType: "media" }))).toMatchObject({ content: { kind: "unsupported" } });
    expect(toInbound(await stored({ stanzaType: "text", hidden: true }))).toMatchObject({ kind: "ignored" });

    const context = field(35, Buffer.alloc(0));
    const newer = Buffer.concat([context, raw]);
    const kept = await messagePayload(
      { key, message: baileys.proto.Message.decode(newer), messageTimestamp: 1_795_000_000, raw: newer },
      facts,
      () => Promise.resolve(null),
    );
    expect(kept).toMatchObject({ bytes: newer.toString("base64") });
    expect(toInbound(kept)).toMatchObject({ content: { kind: "unsupported", providerType: "newerMessage" } });
    // The next library: it knows what the present one left out.
    const known = { ...kept, bytes: field(1, Buffer.from("Um convite")).toString("base64") };
    expect(toInbound(readRawAgain(baileys, known))).toMatchObject({ content: { kind: "text", body: "Um convite" } });
    expect(readRawAgain(baileys, { type: "message" })).toEqual({ type: "message" });
  });
});
