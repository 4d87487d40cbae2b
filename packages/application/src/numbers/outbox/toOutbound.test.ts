import type { ClaimedSend } from "@balcao/database/outbox";
import { toOutbound } from "./toOutbound.js";

const row: ClaimedSend = {
  id: "5f0c",
  connectionId: 1,
  messageId: 1,
  ticketId: 1,
  externalId: "3EB0AB",
  peer: { phone: "5511900000001" },
  attempt: 1,
  doubted: false,
  firstHandedMsAgo: 0,
  heavy: false,
  type: "conversation",
  body: "Olá",
  media: null,
  details: null,
  isForwarded: false,
  filePath: null,
  fileMime: null,
  fileName: null,
  fileSize: null,
  fileSeconds: null,
  quotedExternalId: null,
  quotedFromMe: null,
  quotedAuthor: null,
  quotedType: null,
  quotedBody: null,
};
const path = "/store/aa/bb/x.ogg";

describe("a claimed row converted for a gateway", () => {
  it("is a text to the contact's address under the chosen id", () => {
    expect(toOutbound(row, path)).toEqual({
      outboxId: "5f0c",
      externalId: "3EB0AB",
      forwarded: null,
      to: { phone: "5511900000001" },
      content: { kind: "text", body: "Olá", mentions: [] },
      quoted: null,
    });
  });

  it("is a file with its caption, its own name and whether it is a voice note", () => {
    const media = {
      ...row,
      type: "audio",
      filePath: "aa/bb/x.ogg",
      fileMime: "audio/ogg",
      fileName: "x.ogg",
      fileSize: 12,
      fileSeconds: 3,
      media: { voice: true, fileName: "recado.ogg" },
    };
    expect(toOutbound(media, path)?.content).toEqual({
      kind: "media",
      media: "audio",
      path: "/store/aa/bb/x.ogg",
      mime: "audio/ogg",
      fileName: "recado.ogg",
      size: 12,
      caption: "Olá",
      voice: true,
      seconds: 3,
    });
  });

  it("is null when its file is gone", () => {
    expect(toOutbound({ ...row, type: "image" }, null)).toBeNull();
  });

  it("is a template by name and language with its values, and null when those are lost (D-086)", () => {
    const details = { name: "pedido_pronto", language: "pt_BR", values: ["Ana", "7"] };
    const parts = [{ type: "body", parameters: ["Ana", "7"].map((text) => ({ type: "text", text })) }];
    const content = { kind: "template", name: "pedido_pronto", language: "pt_BR", parts, files: [], version: null };
    expect(toOutbound({ ...row, type: "template", details }, path)?.content).toEqual(content);
    expect(toOutbound({ ...row, type: "template" }, path)).toBeNull();
  });

  it("is a template with its files, and null when one of them is gone (D-320)", () => {
    const details = { name: "com_foto", language: "pt_BR", values: ["f1"], media: { kind: "image", file: "f1" }, parts: [] };
    const file = { id: "f1", path, mime: "image/png", fileName: "a.png", size: 3 };
    expect(toOutbound({ ...row, type: "template", details }, null, [file])?.content).toMatchObject({ kind: "template", files: [file] });
    expect(toOutbound({ ...row, type: "template", details }, null, [])).toBeNull();
  });

  it("quotes a customer by address and ourselves by the chat", () => {
    const quoted = { ...row, quotedExternalId: "Q1", quotedType: "conversation", quotedBody: "oi" };
    expect(toOutbound({ ...quoted, quotedFromMe: false, quotedAuthor: "lid:99" }, path)?.quoted).toMatchObject({
      externalId: "Q1",
      author: { lid: "99" },
      fromMe: false,
    });
    expect(toOutbound({ ...quoted, quotedFromMe: true, quotedAuthor: "me" }, path)?.quoted).toMatchObject({
      author: { phone: "5511900000001" },
      fromMe: true,
    });
  });

  const original = { externalId: "F1", chat: "lid:99", author: "phone:5511900000002", fromMe: true };
  const media = { type: "image", body: "" };
  const location = { latitude: -23.5, longitude: -46.6 };
  const quoted = { quotedExternalId: "Q1" };

  it.each<[string, Partial<ClaimedSend>, object]>([
    [
      "a file of which nothing is known",
      media,
      { content: { mime: "application/octet-stream", fileName: "arquivo", size: 0, voice: false, seconds: null } },
    ],
    [
      "a file that has no name of its own",
      { ...media, media: { fileName: "", seconds: 7, voice: "yes" }, fileName: "x.png", fileSeconds: 3 },
      { content: { fileName: "x.png", seconds: 7, voice: false } },
    ],
    ["a location", { type: "location", details: location }, { content: { kind: "location", ...location, name: "", address: "" } }],
    [
      "a location with words",
      { type: "locationMessage", details: { ...location, name: "Casa", address: "Rua 1" } },
      { content: { kind: "location", name: "Casa", address: "Rua 1" } },
    ],
    ["addresses of unknown kinds", { peer: { phone: "5511900000001", fax: "1", lid: 9 } }, { to: { phone: "5511900000001" } }],
    [
      "mentions and options",
      { details: { mentions: [{ lid: "99" }], list: { button: "Ver", rows: [{ id: "1", title: "Um" }] } } },
      { content: { kind: "text", mentions: [{ lid: "99" }], list: { button: "Ver", rows: [{ id: "1", title: "Um" }] } } },
    ],
    ["a forward of what is not known any more", { isForwarded: true }, { forwarded: { original: null } }],
    ["a forward of half a key", { isForwarded: true, details: { original: { externalId: "F1" } } }, { forwarded: { original: null } }],
    [
      "a forward",
      { isForwarded: true, details: { original } },
      { forwarded: { original: { externalId: "F1", chat: { lid: "99" }, author: { phone: "5511900000002" }, fromMe: true } } },
    ],
    [
      "a forward of our own message, whose author has no address",
      { isForwarded: true, details: { original: { ...original, author: "me", fromMe: "yes" } } },
      { forwarded: { original: { author: { lid: "99" }, fromMe: false } } },
    ],
    [
      "a forward whose chat cannot be read",
      { isForwarded: true, details: { original: { ...original, chat: "?", author: undefined } } },
      { forwarded: { original: { chat: {}, author: {} } } },
    ],
    ["no forward, whatever is stored", { details: { original } }, { forwarded: null }],
    [
      "a quote of which only the id is known",
      quoted,
      { quoted: { externalId: "Q1", fromMe: false, author: { phone: "5511900000001" }, type: "conversation", body: "" } },
    ],
    ["a quote of another type", { ...quoted, quotedType: "image" }, { quoted: { type: "image" } }],
    ["a quote of an unknown type", { ...quoted, quotedType: "hologram" }, { quoted: { type: "conversation" } }],
  ])("reads %s", (_what, stored, expected) => {
    expect(toOutbound({ ...row, ...stored }, path)).toMatchObject(expected);
  });

  it.each([{ latitude: -23.5 }, { longitude: -46.6 }, null])("is null for a location without a place: %j", (details) => {
    expect(toOutbound({ ...row, type: "location", details }, path)).toBeNull();
  });
});
