import { MESSAGE_TYPES, UNREADABLE_BODY, UNSUPPORTED_BODY, VIEW_ONCE_BODY } from "@balcao/domain/messages";
import { birthdayText, drawingOf, linkOf } from "./content";

describe("how a message is drawn", () => {
  it.each([
    ["conversation", "Olá", "text"],
    ["list", "Escolha uma opção", "text"],
    ["text", UNSUPPORTED_BODY, "unsupported"],
    ["text", UNREADABLE_BODY, "unreadable"],
    ["text", VIEW_ONCE_BODY, "viewOnce"],
    ["vcard", "BEGIN:VCARD", "contacts"],
    ["locationMessage", "https://maps", "location"],
    ["application", "", "document"],
    ["call_log", "", "call"],
  ] as const)("shows %s %j as %s [CONV-026]", (mediaType, body, drawing) => expect(drawingOf({ mediaType, body })).toBe(drawing));

  it("has no empty bubble: a type without words or a part of its own says that it is not supported [CONV-026]", () => {
    const empty = MESSAGE_TYPES.filter((mediaType) => drawingOf({ mediaType, body: " " }) === "text");
    expect(empty).toEqual([]);
  });
});

describe("what a contact card says", () => {
  it.each([
    ["ana@exemplo.test", "mailto:ana@exemplo.test"],
    ["exemplo.test/contato", "https://exemplo.test/contato"],
    ["http://exemplo.test", "http://exemplo.test/"],
    ["javascript:alert(1)", null],
    ["ana@exemplo.test?bcc=x", null],
    ["a casa", null],
    ["", null],
  ])("%j leads to %j [CHAT-016, S-35]", (text, link) => {
    expect(linkOf(text)).toBe(link);
  });

  it("has a birthday with and without its year [CHAT-016]", () => {
    expect(["1985-04-12", "--04-12", "em abril", ""].map((written) => birthdayText(written, "pt-BR"))).toEqual([
      "12 de abril de 1985",
      "12 de abril",
      "em abril",
      "",
    ]);
  });
});
