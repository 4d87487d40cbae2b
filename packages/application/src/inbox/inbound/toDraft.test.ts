import { readVcards } from "@balcao/domain/contacts";
import { toDraft, type MessageEvent } from "./toDraft.js";

const chat = { phone: "5511988880000" };
const place = { ticketId: 1, queueId: null, ownerId: null, connectionId: 1, authorContactId: 1, quotedId: null, quoted: null, eventId: 1 };
const event = (content: MessageEvent["content"]) =>
  ({
    kind: "message",
    ref: { chat, author: chat, externalId: "A1", fromMe: false },
    content,
    sentAt: new Date("2026-11-28T12:00:00Z"),
    forwarded: false,
  }) as unknown as MessageEvent;

it("keeps a card that is empty by the name that the message gives it, and none that says nothing [CHAT-016]", () => {
  const good = "BEGIN:VCARD\nFN:Rui\nTEL:1234\nEND:VCARD";
  const vcards = [
    { name: "Ana", vcard: "" },
    { name: "Rui", vcard: good },
    { name: "", vcard: "" },
  ];
  const draft = toDraft(event({ kind: "contacts", vcards }), place);
  expect(draft.type).toBe("contacts");
  expect(readVcards(draft.body).map(({ name }) => name)).toEqual(["Ana", "Rui"]);
});

it.each([
  ["../../etc/Orçamento.pdf", "Orçamento.pdf"],
  ["nota\u202Efdp.exe", "notafdp.exe"],
  ["שלום.pdf", "שלום.pdf"],
  ["Festa 😀👨‍👩‍👧.pdf", "Festa 😀👨‍👩‍👧.pdf"],
  [null, null],
])("shows the name of a received file as it is, without a path or marks that turn it round: %j [S-42]", (fileName, shown) => {
  const content = {
    kind: "media",
    media: "document",
    mime: "application/pdf",
    fileName,
    caption: "",
    voice: false,
    seconds: null,
    source: null,
  };
  expect(toDraft(event(content as MessageEvent["content"]), place).media).toMatchObject({ fileName: shown });
});
