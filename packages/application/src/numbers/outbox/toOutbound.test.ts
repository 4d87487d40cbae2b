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
});
