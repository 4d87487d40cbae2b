import { addressLine, namedVcard, readVcard } from "./index.js";

const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:2.1", ...lines, "END:VCARD"].join("\r\n");

describe("cards of other phones", () => {
  it("reads quoted-printable of Android, which breaks a line in the middle of a letter [CHAT-016]", () => {
    const text = card(
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=53=6F=75=7A=61;=4A=6F=C3=A3=6F;;;",
      "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4A=6F=C3=A3=6F=20=64=61=20=53=C3=",
      "=AD=6C=76=61",
      "TEL;CELL:011987654321",
      "ADR;HOME;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;=52=75=61=20=31;=",
      "=53=C3=A3=6F=20=50=61=75=6C=6F;;;",
    );
    expect(readVcard(text)).toMatchObject({ name: "João da Sílva", phones: ["011987654321"] });
    expect(readVcard(text)?.addresses.map(addressLine)).toEqual(["Rua 1, São Paulo"]);
  });

  it.each([
    ["a charset", "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Jo=E3o"],
    ["a code page that is not named", "FN;QUOTED-PRINTABLE:Jo=E3o"],
    ["a charset that nobody knows", "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=X-UNKNOWN:Jo=C3=A3o"],
    ["base64", "FN;CHARSET=UTF-8;ENCODING=BASE64:Sm/Do28="],
    ["base64 as version 3 names it", "FN;ENCODING=b:Sm/Do28="],
    ["base64 in several lines", "FN;BASE64:Sm/\r\n Do28="],
    ["base64 that is none", "FN;ENCODING=BASE64:João"],
    ["plain letters beside codes", "FN;ENCODING=QUOTED-PRINTABLE:Joã=6F"],
  ])("reads a name with %s [CHAT-016]", (_what, line) => {
    expect(readVcard(card(line))?.name).toBe("João");
  });

  it("names what WhatsApp confirmed first, then mobiles, each number once [CHAT-016]", () => {
    const lines = ["TEL;type=HOME:11 3333-0001", "TEL;TYPE=voice,cell:11 98610-0001", "TEL;CELLAR:1234", "TEL;waid=5511986100002:x"];
    expect(readVcard(card(...lines))?.phones).toEqual(["+5511986100002", "11 98610-0001", "11 3333-0001", "1234"]);
  });

  it("reads all that a card says, and no photograph [CHAT-016]", () => {
    const text = card(
      "FN:Oficina Rápida",
      "ORG:Rápida Ltda\\; filial;Vendas",
      "TITLE:Gerente",
      "item1.EMAIL;type=INTERNET:vendas@exemplo.test",
      "EMAIL:mailto:nf@exemplo.test",
      "EMAIL:vendas@exemplo.test",
      "item2.ADR;type=WORK:;Sala 2;Rua das Flores\\, 10;São Paulo;SP;01310-100;Brasil",
      "ADR:;;;;;;",
      "URL:https://exemplo.test/contato",
      "BDAY;VALUE=date:1985-04-12",
      "PHOTO;ENCODING=BASE64;TYPE=JPEG:/9j/4AAQ",
      " ORG:nobody",
    );
    const { addresses = [], ...rest } = readVcard(text) ?? {};
    expect(rest).toEqual({
      name: "Oficina Rápida",
      phones: [],
      emails: ["vendas@exemplo.test", "nf@exemplo.test"],
      company: "Rápida Ltda; filial",
      department: "Vendas",
      title: "Gerente",
      sites: ["https://exemplo.test/contato"],
      birthday: "1985-04-12",
    });
    expect(addresses.map(addressLine)).toEqual(["Rua das Flores, 10, Sala 2, São Paulo, SP 01310-100, Brasil"]);
  });

  it.each([
    ["19850412", "1985-04-12"],
    ["1985-04-12T00:00:00Z", "1985-04-12"],
    ["--0412", "--04-12"],
    ["1604-04-12", "--04-12"],
    ["abril", "abril"],
  ])("reads the birthday %s [CHAT-016]", (written, read) => {
    expect(readVcard(card(`BDAY:${written}`))?.birthday).toBe(read);
  });

  it("names a card that is empty or has no name by what the message calls it, and leaves others [CHAT-016]", () => {
    expect(readVcard(namedVcard({ name: "Ana; a boa", vcard: "" }))).toMatchObject({ name: "Ana; a boa", phones: [] });
    expect(readVcard(namedVcard({ name: "Ana $&", vcard: card("TEL:1234") }))).toMatchObject({ name: "Ana $&", phones: ["1234"] });
    const named = card("FN:Rui");
    expect([namedVcard({ name: "Ana", vcard: named }), namedVcard({ name: " ", vcard: "" })]).toEqual([named, ""]);
  });

  it.each([
    ["a header without end", `FN${";QUOTED-PRINTABLE".repeat(20_000)}`],
    ["soft breaks without end", `FN;QUOTED-PRINTABLE:a\n${"=\n".repeat(200_000)}`],
    ["a header before soft breaks", `FN;QUOTED-PRINTABLE${";a".repeat(50_000)}:=\n${"=\n".repeat(50_000)}`],
    ["parts without end", `ADR:${";".repeat(200_000)}`],
    ["backslashes", `ADR:${"\\".repeat(200_001)}`],
  ])("reads %s in no time", (_what, text) => {
    const startedAt = performance.now();
    readVcard(`BEGIN:VCARD\n${text}\nEND:VCARD`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
