import type { MessageView } from "@balcao/contracts/messages";
import { toFoundText } from "./foundText";

const message = (part: Partial<MessageView>) => ({ mediaType: "conversation", fromMe: false, userName: null, ...part }) as MessageView;

describe("toFoundText", () => {
  it("shows the words around the match, without the signature [CONV-007]", () => {
    expect(toFoundText(message({ body: "O xilofone chegou" }), "xilofone")).toBe("O xilofone chegou");
    expect(toFoundText(message({ body: "*Bia:*\nO xilofone chegou", fromMe: true, userName: "Bia" }), "xilofone")).toBe(
      "O xilofone chegou",
    );
  });

  it("shows what a person reads of a place and of a contact, never their data", () => {
    const place = message({ mediaType: "location", body: "data:image/png;base64,AAAA|https://maps.google.com|Praça da Sé" });
    expect(toFoundText(place, "praca")).toBe("Praça da Sé");
    const card = message({ mediaType: "vcard", body: "BEGIN:VCARD\nVERSION:3.0\nFN:Rosa Prado\nTEL:+5511900000001\nEND:VCARD" });
    expect(toFoundText(card, "rosa")).toBe("Rosa Prado");
    expect(toFoundText(message({ mediaType: "image", body: "" }), "x")).toBe("Imagem");
  });
});
