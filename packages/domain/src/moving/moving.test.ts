import { cleanText, knownInstant, movedColor, movedStatus, movedSystem, movedType } from "./index.js";

describe("rows of another system", () => {
  it.each([
    ["a\u0000b", "ab"],
    ["cut \ud83d", "cut "],
    ["\ude00 whole 😀", " whole 😀"],
    ["AtenÃ§Ã£o", "AtenÃ§Ã£o"],
    [null, ""],
  ])("keep the text %j as %j", (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  it("have an instant only where it can be one", () => {
    const now = new Date("2026-11-30T12:00:00Z");
    const unknown = [null, undefined, new Date(0), new Date(Number.NaN), Number.POSITIVE_INFINITY, new Date("2027-01-01T00:00:00Z")];
    expect(unknown.map((each) => knownInstant(each, now))).toEqual(unknown.map(() => null));
    expect(knownInstant(new Date("2019-01-01T00:00:00Z"), now)).toEqual(new Date("2019-01-01T00:00:00Z"));
  });

  it("get our states, types and colours, and a harmless one where theirs is not known", () => {
    expect(["open", "group", "pending", "closed", null, "nonsense"].map(movedStatus)).toEqual([
      "open",
      "open",
      "pending",
      "closed",
      "closed",
      "closed",
    ]);
    expect(
      ["chat", "ptt", "imageMessage", "extendedTextMessage", "multi_vcard", "application", null, "pollMessage", "comment"].map(movedType),
    ).toEqual(["chat", "audio", "image", "extendedTextMessage", "contacts", "document", "chat", "conversation", "text"]);
    expect(["#fff", "#A1B2C3", "red", null].map(movedColor)).toEqual(["#fff", "#A1B2C3", "#7a7a7a", "#7a7a7a"]);
  });

  it("come from a system by the name of its source", () => {
    expect(["whaticket:old:1", "chatwoot:chat: woot:2", "chat:Loja:5511986000001", "mine"].map(movedSystem)).toEqual([
      { product: "whaticket", name: "old:1" },
      { product: "chatwoot", name: "chat: woot:2" },
      // Whose number it is, its conversation says.
      { product: "whatsapp", name: "" },
      { product: null, name: "mine" },
    ]);
  });
});
