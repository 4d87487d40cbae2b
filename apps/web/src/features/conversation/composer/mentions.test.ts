import { matchMentions, mentionedIn, mentionQuery, toMentionDigits, toMentionNames } from "./mentions";

const person = (name: string, digits: string) => ({ name, digits, phone: digits });
const PEOPLE = [person("Márcia Toledo", "5511996341180"), person("Marcos Vinícius", "5511981204471"), person("Ana", "5511987452210")];

describe("mentionQuery", () => {
  it("reads what is typed after an @ that begins a word, up to the cursor [CONV-011]", () => {
    expect(mentionQuery("Bom dia! @mar", 13)).toBe("mar");
    expect(mentionQuery("@", 1)).toBe("");
    expect(mentionQuery("Bom dia! @mar", 11)).toBe("m");
    expect(mentionQuery("--@mar", 6)).toBe("mar");
    expect(mentionQuery("ana@example.com", 15)).toBeNull();
    expect(mentionQuery("@mar já", 7)).toBeNull();
  });
});

describe("matchMentions", () => {
  it("finds names by the beginning of a word without accents, and numbers by digits [CONV-011]", () => {
    const names = (query: string) => matchMentions(PEOPLE, query).map(({ name }) => name);
    expect(names("mar")).toEqual(["Márcia Toledo", "Marcos Vinícius"]);
    expect(names("VINI")).toEqual(["Marcos Vinícius"]);
    expect(names("8745")).toEqual(["Ana"]);
    expect(names("")).toHaveLength(3);
    expect(names("cia")).toEqual([]);
  });

  it("finds colleagues of an internal chat, who have no digits", () => {
    const colleagues = ["Ana Souza", "Rui"].map((name) => ({ name, digits: null, phone: null }));
    expect(matchMentions(colleagues, "sou")).toEqual([colleagues[0]]);
    expect(matchMentions(colleagues, "")).toEqual(colleagues);
    expect(matchMentions(colleagues, "1")).toEqual([]);
  });

  it("lists somebody whom the network names twice only once", () => {
    expect(matchMentions([...PEOPLE, ...PEOPLE], "")).toEqual(PEOPLE);
  });
});

describe("mentionedIn", () => {
  const [ana, anaMaria, rui] = [
    { id: 1, name: "Ana" },
    { id: 2, name: "Ana Maria" },
    { id: 3, name: "Rui" },
  ];

  it("has the chosen colleagues whose names are still in the comment, and no others [D-254]", () => {
    expect(mentionedIn("--@Ana Maria, veja", [ana, anaMaria, rui])).toEqual([anaMaria]);
    expect(mentionedIn("--@Rui e @Ana", [ana, rui, ana])).toEqual([ana, rui]);
    expect(mentionedIn("--@Rui", [])).toEqual([]);
  });

  it("takes of people with the same name those who were chosen last, as many as are named [D-254]", () => {
    const other = { id: 4, name: "Rui" };
    expect(mentionedIn("--@Rui", [rui, other])).toEqual([other]);
    expect(mentionedIn("--@Rui e @Rui", [rui, other])).toEqual([rui, other]);
  });
});

describe("the text of a mention", () => {
  it("has digits on the wire, the longest name first, and other words stay [CONV-011]", () => {
    const mentions = { Ana: "11", "Ana Maria": "22" };
    expect(toMentionDigits("@Ana Maria, @Ana e @Anabela", mentions)).toBe("@22, @11 e @Anabela");
  });

  it("has names on screen", () => {
    expect(toMentionNames("Oi @5511987452210, e @5511000000000?", PEOPLE)).toBe("Oi @Ana, e @5511000000000?");
  });
});
