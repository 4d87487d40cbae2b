import { createCipheriv, hkdfSync } from "node:crypto";
import type { EditKey, SealedEdit } from "@balcao/domain/messages";
import { proto } from "@whiskeysockets/baileys";
import { openSealedEdit, toSealedEdit } from "./sealedEdit.js";

const ID = "3EB0ORIGINAL";
const SECRET = Buffer.alloc(32, 9);
const IV = Buffer.alloc(12, 3);
const PHONE = "5511900000001@s.whatsapp.net";
const LID = "777@lid";
const ANA = { phone: "5511900000001" };

/** Encrypts an edit as a phone does, written independently of the code under test. */
function seal(content: object, { original = PHONE, editor = PHONE, id = ID } = {}): object {
  const info = Buffer.concat([id, original, editor, "Message Edit"].map((each) => Buffer.from(each)));
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", SECRET, Buffer.alloc(32), info, 32)), IV);
  const plain = proto.Message.encode(proto.Message.fromObject(content)).finish();
  const bytes = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { secretEncType: 2, encPayload: bytes.toString("base64"), encIv: IV.toString("base64") };
}

const edit = (editedMessage: object): object => ({ protocolMessage: { type: 14, key: { id: ID }, editedMessage } });
const sealed = (content: object, how = {}): SealedEdit => toSealedEdit({ ...seal(content, how) }, ID, ANA);
const key = (more: Partial<EditKey> = {}): EditKey => ({ secret: SECRET.toString("base64"), author: [], ...more });

describe("a sealed edit", () => {
  it.each<[string, object, string]>([
    ["text", { conversation: "Novo" }, "Novo"],
    ["text with a preview", { extendedTextMessage: { text: "Veja isto", title: "Um título", jpegThumbnail: "AAAA" } }, "Veja isto"],
    ["caption of a picture", { imageMessage: { url: "https://x", caption: "Legenda", height: 9 } }, "Legenda"],
    ["caption of a film", { videoMessage: { caption: "Filme", seconds: 3 } }, "Filme"],
    ["caption of a document", { documentWithCaptionMessage: { message: { documentMessage: { caption: "Recibo" } } } }, "Recibo"],
    ["text that vanishes", { ephemeralMessage: { message: { extendedTextMessage: { text: "Logo some" } } } }, "Logo some"],
    ["text with accents and signs", { conversation: "Às três 👍🏽 €" }, "Às três 👍🏽 €"],
    ["text that the database refuses", { conversation: "a\u0000b" }, "a\uFFFDb"],
  ])("gives the new %s", (_name, content, text) => {
    expect(openSealedEdit(sealed({ messageContextInfo: { deviceListMetadataVersion: 2 }, ...edit(content) }), key())).toBe(text);
  });

  it.each([
    ["the LID", LID, LID],
    ["the LID, then the phone", LID, PHONE],
    ["the phone, then the LID", PHONE, LID],
  ])("opens when its author wrote under %s, named by the edit or already stored", (_name, original, editor) => {
    const content = edit({ conversation: "Novo" });
    const fields = { ...seal(content, { original, editor }) };
    expect(openSealedEdit(toSealedEdit(fields, ID, { ...ANA, lid: "777" }), key())).toBe("Novo");
    expect(openSealedEdit(toSealedEdit(fields, ID, ANA), key({ author: [{ lid: "777" }] }))).toBe("Novo");
    expect(openSealedEdit(toSealedEdit(fields, ID, ANA), key())).toBeNull();
  });

  it("cannot be decrypted with another secret, another message, another author and changed bytes", () => {
    const right = sealed(edit({ conversation: "Novo" }));
    const payload = Buffer.from(String(right["payload"]), "base64");
    payload[0] = (payload[0] ?? 0) ^ 1;
    for (const [wrong, opener] of [
      [right, key({ secret: Buffer.alloc(32, 8).toString("base64") })],
      [right, key({ secret: "" })],
      [{ ...right, id: "OTHER" }, key()],
      [toSealedEdit({ ...seal(edit({ conversation: "Novo" })) }, ID, { phone: "5511900000002" }), key()],
      [{ ...right, payload: payload.toString("base64") }, key()],
      [{ ...right, payload: "" }, key()],
      [{ ...right, iv: "" }, key()],
      [{}, key()],
    ] as const)
      expect(openSealedEdit(wrong, opener)).toBeNull();
  });

  it("holds no text when it changes a poll or an appointment, or something that is no text", () => {
    const right = sealed(edit({ conversation: "Novo" }));
    expect(openSealedEdit({ ...right, type: 1 }, key())).toBeNull();
    expect(openSealedEdit({ ...right, type: "MESSAGE_EDIT" }, key())).toBe("Novo");
    expect(openSealedEdit(sealed({ conversation: "no edit" }), key())).toBeNull();
    expect(openSealedEdit(sealed(edit({ stickerMessage: { url: "x" } })), key())).toBeNull();
  });

  it("survives bytes that are no message", () => {
    for (let seed = 1; seed < 300; seed += 1) {
      const noise = Buffer.from(Array.from({ length: seed % 40 }, (_, at) => (seed * 31 + at * 17 * seed) % 256));
      const info = Buffer.concat([ID, PHONE, PHONE, "Message Edit"].map((each) => Buffer.from(each)));
      const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", SECRET, Buffer.alloc(32), info, 32)), IV);
      const bytes = Buffer.concat([cipher.update(noise), cipher.final(), cipher.getAuthTag()]);
      const fields = { secretEncType: 2, encPayload: bytes.toString("base64"), encIv: IV.toString("base64") };
      expect(openSealedEdit(toSealedEdit(fields, ID, ANA), key())).toBeNull();
    }
  });
});
