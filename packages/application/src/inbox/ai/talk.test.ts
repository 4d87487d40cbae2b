import { toTalk } from "./talk.js";

type Row = Parameters<typeof toTalk>[0][number];
const row = (more: Partial<Row>): Row => ({
  type: "conversation",
  body: "",
  fromMe: false,
  isDeleted: false,
  transcription: null,
  contactId: 1,
  ...more,
});

describe("the text of a conversation for a summary", () => {
  it("has a line per message, oldest first, with roles in place of names [D-080]", () => {
    const rows = [row({ body: "*Ana:*\nJá vai", fromMe: true }), row({ body: "Chegou\n\nnada" })];
    expect(toTalk(rows)).toEqual({ text: "Customer: Chegou nada\nAgent: Já vai", messages: 2, partial: false });
  });

  it("leaves out comments, errors and deleted messages, and the data of files, cards and places [D-080]", () => {
    const rows = [
      row({ type: "vcard", body: "BEGIN:VCARD\nTEL:+5511" }),
      row({ type: "location", body: "data:image/png;base64,AA|https://maps|Rua X" }),
      row({ type: "image", body: "a nota" }),
      row({ type: "audio", transcription: "quero a segunda via" }),
      row({ type: "audio" }),
      row({ type: "comment", body: "difícil" }),
      row({ type: "error", body: "falhou" }),
      row({ body: "apagada", isDeleted: true }),
    ];
    expect(toTalk(rows).text.split("\n")).toEqual([
      "Customer: [audio]",
      "Customer: [audio] quero a segunda via",
      "Customer: [image] a nota",
      "Customer: [location]",
      "Customer: [vcard]",
    ]);
  });

  it("numbers the participants of a group [D-080]", () => {
    const rows = [row({ body: "c", contactId: 7 }), row({ body: "b", contactId: 9 }), row({ body: "a", contactId: 7 })];
    expect(toTalk(rows).text).toBe("Customer 2: a\nCustomer 1: b\nCustomer 2: c");
  });

  it("keeps the newest part of a long conversation, and says so [D-080]", () => {
    const rows = Array.from({ length: 300 }, (_, at) => row({ body: `${at} ${"x".repeat(3_000)}` }));
    const { text, messages, partial } = toTalk(rows);
    expect([text.length < 24_000, messages, partial]).toEqual([true, 11, true]);
    expect(text.startsWith("Customer: 10 x")).toBe(true);
    expect(toTalk([])).toEqual({ text: "", messages: 0, partial: false });
  });
});
