import {
  chooseDestination,
  COUNTRIES,
  hasSeveralDestinations,
  joinPhone,
  splitPhone,
  canonicalPhone,
  searchForms,
  digitsOf,
  formatNational,
  formatPhone,
  isContactNumber,
  isSamePhone,
  networkName,
  phoneForms,
  readVcard,
  readVcards,
  redirectProblem,
  writeVcard,
} from "./index.js";

describe("phones", () => {
  it.each([
    ["5511987654321", ["5511987654321", "551187654321"]],
    ["551187654321", ["5511987654321", "551187654321"]],
    ["551133334444", ["551133334444"]],
    ["5531933334444", ["5531933334444"]],
    ["351912345678", ["351912345678"]],
    ["5510987654321", ["5510987654321"]],
    ["525512345678", ["5215512345678", "525512345678"]],
    ["5215512345678", ["5215512345678", "525512345678"]],
    ["541123456789", ["5491123456789", "541123456789"]],
    ["5491123456789", ["5491123456789", "541123456789"]],
  ])("finds the forms of %s: %j (M-4) [D-263]", (digits, forms) => {
    expect(phoneForms(digits)).toEqual(forms);
  });

  it("stores a Brazilian mobile with its ninth digit and compares both forms (ADR 37)", () => {
    expect(canonicalPhone("551187654321")).toBe("5511987654321");
    expect(canonicalPhone(canonicalPhone("551187654321"))).toBe("5511987654321");
    expect(isSamePhone("551187654321", "5511987654321")).toBe(true);
    expect(isSamePhone("551133334444", "5511933334444")).toBe(false);
    expect(isSamePhone("525512345678", "5215512345678")).toBe(true);
  });

  it("accepts 8 to 50 digits as a number (D-128) [CONTACT-015, CONST-010]", () => {
    expect(digitsOf("+55 (11) 98765-4321")).toBe("5511987654321");
    expect(isContactNumber("12345678")).toBe(true);
    for (const wrong of ["1234567", "1".repeat(51), "1234567a", ""]) expect(isContactNumber(wrong)).toBe(false);
  });

  it("formats numbers for people", () => {
    expect(formatPhone("5511987654321")).toBe("+55 (11) 98765-4321");
    expect(formatPhone("551133334444")).toBe("+55 (11) 3333-4444");
    expect(formatPhone("351912345678")).toBe("+351912345678");
    expect(formatNational("BR", "11987654321")).toBe("(11) 98765-4321");
    expect(formatNational("BR", "1198")).toBe("1198");
    expect(formatNational("PT", "912345678")).toBe("912345678");
    expect(formatNational(null, "4912345")).toBe("4912345");
  });
});

describe("searchForms", () => {
  it.each([
    ["+55 (11) 98877-0001", ["5511988770001"]],
    ["005511988770001", ["5511988770001"]],
    ["11 98877-0001", ["11988770001"]],
    ["011 98877-0001", ["11988770001"]],
    ["0 15 11 98877-0001", ["11988770001"]],
    ["98877-0001", ["988770001"]],
    ["8877 0001", ["88770001"]],
    ["551188770001", ["551188770001", "5511988770001"]],
    ["11 8877-0001", ["1188770001", "5511988770001"]],
    ["+52 55 1234 5678", ["525512345678", "5215512345678"]],
    ["+54 11 2345-6789", ["541123456789", "5491123456789"]],
    ["020 7946 0000", ["2079460000"]],
    ["00400003", ["00400003"]],
    ["(11) 98", ["1198"]],
    ["1-2-3", []],
    ["Rua 11, 1988", []],
    ["", []],
  ])("looks for %j as %j [D-263]", (typed, forms) => {
    expect(searchForms(typed)).toEqual(forms);
  });
});

describe("vCards", () => {
  it("reads the name and the numbers, WhatsApp's own first [CHAT-016]", () => {
    const card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Souza;Rui;;;\r\nFN:Rui\\, o bom\r\nTEL;type=HOME:+55 11 3333-4444\r\nitem1.TEL;waid=551187654321:+55 11 98765-\r\n 4321\r\nEND:VCARD";
    expect(readVcard(card)).toMatchObject({ name: "Rui, o bom", phones: ["+551187654321", "+55 11 3333-4444"] });
  });

  it("keeps a number as the card has it, so that it is read like every number [D-263]", () => {
    const card = "BEGIN:VCARD\nFN:Rui\nTEL;CELL:011 98765-4321\nTEL;VALUE=uri:tel:+55-11-3333-4444\nTEL:-\nEND:VCARD";
    expect(readVcard(card)?.phones).toEqual(["011 98765-4321", "+55-11-3333-4444"]);
  });

  it("takes the parts of the name without FN, and no number from a card that has none", () => {
    expect(readVcard("BEGIN:VCARD\nN:Souza;Rui;;;\nEND:VCARD")).toMatchObject({ name: "Rui Souza", phones: [] });
    expect(readVcard("Rui 5511")).toBeNull();
  });

  it("finds the cards of a text, each whole, and nothing between them or without an end", () => {
    const [one, two] = ["Rui", "Ana"].map((name) => writeVcard(name, "5511987654321"));
    expect(readVcards(`antes\n${one}\nno meio\n${two?.toLowerCase()}\ndepois BEGIN:VCARD\nFN:Zé`)).toEqual([
      { name: "Rui", vcard: one },
      { name: "ana", vcard: two?.toLowerCase() },
    ]);
    // No card is looked for beyond the beginning of the next one.
    expect(readVcards("BEGIN:VCARD\n".repeat(20_000))).toEqual([]);
  });

  it("reads back what it wrote, whatever is in the name", () => {
    for (const name of ["Rui", "Souza; Rui, \\o/"])
      expect(readVcard(writeVcard(name, "5511987654321"))).toMatchObject({ name, phones: ["+5511987654321"] });
    expect(readVcard(writeVcard("Rui\nTEL:1", "5511987654321"))?.phones).toEqual(["+5511987654321"]);
  });
});

describe("redirectProblem", () => {
  it("refuses two redirects of one queue [CONTACT-018]", () => {
    expect(
      redirectProblem([
        { queueId: 1, userId: 2 },
        { queueId: 1, userId: 3 },
      ]),
    ).toBe("Não deve haver mais de um redirecionamento para a mesma fila");
  });

  it("refuses a redirect without queue or user [CONTACT-019]", () => {
    for (const half of [
      { queueId: null, userId: 2 },
      { queueId: 1, userId: null },
    ])
      expect(redirectProblem([half])).toBe("Não deve existir redirecionamento sem fila/usuário atribuído");
  });

  it("accepts one attendant per queue [CONTACT-018, CONTACT-019]", () => {
    expect(
      redirectProblem([
        { queueId: 1, userId: 2 },
        { queueId: 2, userId: 2 },
      ]),
    ).toBeNull();
    expect(redirectProblem([])).toBeNull();
  });
});

it("keeps 255 characters of a name from the network and no half of a pair", () => {
  expect(["Ana", "n".repeat(300), `${"n".repeat(254)}😀`, "😀".repeat(200)].map((name) => networkName(name))).toEqual([
    "Ana",
    "n".repeat(255),
    "n".repeat(254),
    "😀".repeat(127),
  ]);
});

describe("international numbers", () => {
  it.each([
    ["5511912345678", "BR", "11912345678"],
    ["351912345678", "PT", "912345678"],
    ["12025550123", "US", "2025550123"],
    ["18095550123", "DO", "5550123"],
    ["77012345678", "RU", "7012345678"],
    ["0123", null, "0123"],
    ["", null, ""],
  ])("splits %s after its country's code [CONTACT-012]", (digits, iso, national) => {
    expect(splitPhone(digits)).toEqual({ iso, national });
    expect(joinPhone(iso, national)).toBe(digits);
  });

  it("joins what was typed with the chosen country, unless it was typed with + [CONTACT-012]", () => {
    expect(joinPhone("BR", "(11) 91234-5678")).toBe("5511912345678");
    expect(joinPhone("BR", "+351 912 345 678")).toBe("351912345678");
    expect(joinPhone(null, "870 123")).toBe("870123");
    expect(joinPhone("BR", "")).toBe("");
  });

  it("knows each country once, with digits as its code", () => {
    expect(new Set(COUNTRIES.map(({ iso }) => iso)).size).toBe(COUNTRIES.length);
    expect(COUNTRIES.filter(({ iso, code }) => !/^[A-Z]{2}$/.test(iso) || !/^[1-9]\d{0,3}$/.test(code))).toEqual([]);
  });
});

describe("where an answer goes", () => {
  const phone = (value: string) => ({ kind: "phone" as const, value });
  const lid = (value: string) => ({ kind: "lid" as const, value });
  const [first, second] = [phone("5511900000001"), phone("5511900000002")];
  it.each([
    ["the chat that wrote last", { addresses: [first, second, lid("9")], number: first.value, lastChat: "phone:5511900000002" }, second],
    ["an opaque chat that wrote last", { addresses: [first, lid("9")], number: first.value, lastChat: "lid:9" }, lid("9")],
    ["the shown number where nobody wrote", { addresses: [first, second], number: second.value, lastChat: null }, second],
    [
      "the shown number where who wrote last is another's by now",
      { addresses: [first, second], number: second.value, lastChat: "phone:55119" },
      second,
    ],
    [
      "the form that the network used of the shown number",
      { addresses: [first, phone("551187654321")], number: "5511987654321", lastChat: null },
      phone("551187654321"),
    ],
    ["the first address without a number", { addresses: [lid("9"), lid("8")], number: null, lastChat: null }, lid("9")],
    ["nowhere without an address", { addresses: [], number: "5511900000001", lastChat: null }, null],
  ])("is %s [D-266]", (_case, facts, expected) => {
    expect(chooseDestination(facts)).toEqual(expected);
  });

  it("is a choice of two phones, and none of a phone with its other form or its opaque address [D-266]", () => {
    expect(hasSeveralDestinations([first, second])).toBe(true);
    expect(hasSeveralDestinations([lid("9"), lid("8")])).toBe(true);
    expect(hasSeveralDestinations([phone("551187654321"), phone("5511987654321"), lid("9")])).toBe(false);
  });
});
