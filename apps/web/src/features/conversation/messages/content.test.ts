import { MESSAGE_TYPES, UNREADABLE_BODY, UNSUPPORTED_BODY, VIEW_ONCE_BODY } from "@balcao/domain/messages";
import { drawingOf } from "./content";

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
