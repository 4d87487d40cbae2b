import { readChatExport } from "./index.js";

/** The whole text, and the longest of the steps in which it was read, in milliseconds of processor time: a busy machine does not count. */
const readAll = (text: string) => {
  let longest = 0;
  for (const steps = readChatExport(text); ;) {
    const began = process.cpuUsage();
    const { done, value } = steps.next();
    const { user, system } = process.cpuUsage(began);
    longest = Math.max(longest, (user + system) / 1_000);
    if (done === true) return { read: value, longest };
  }
};
const read = (...lines: readonly string[]) => {
  const { read: found } = readAll(lines.join("\n"));
  if (!found.ok) return found.problem;
  return found.messages.map(({ day, minutes, seconds, sender, type, body, media, isDeleted, isEdited }) =>
    [
      `${day} ${Math.floor(minutes / 60)}:${minutes % 60}:${seconds}`,
      sender ?? "-",
      type,
      body,
      ...(media === null ? [] : [media]),
      ...(isDeleted ? ["deleted"] : []),
      ...(isEdited ? ["edited"] : []),
    ].join("|"),
  );
};
const LTR = "\u200e";

describe("the text of Export chat", () => {
  it.each([
    ["Android, pt", "31/01/2024 21:05 - Carla: Oi", "2024-01-31 21:5:0|Carla|text|Oi"],
    ["Android, en, 12 h", "1/31/24, 9:05\u202fPM - Carla: Hi", "2024-01-31 21:5:0|Carla|text|Hi"],
    ["Android, en, 24 h", "1/31/24, 21:05 - Carla: Hi", "2024-01-31 21:5:0|Carla|text|Hi"],
    ["Android, es", "31/1/24, 21:05 - Carla: Hola", "2024-01-31 21:5:0|Carla|text|Hola"],
    ["Android, es, 12 h", "31/1/24, 9:05 p. m. - Carla: Hola", "2024-01-31 21:5:0|Carla|text|Hola"],
    ["iPhone, pt", "[31/01/24, 21:05:12] Carla: Oi", "2024-01-31 21:5:12|Carla|text|Oi"],
    ["iPhone, pt, no comma", "[31/01/2024 21:05:12] Carla: Oi", "2024-01-31 21:5:12|Carla|text|Oi"],
    ["iPhone, en, 12 h", `${LTR}[1/31/24, 12:05:12\u202fAM] ~ Carla: Hi`, "2024-01-31 0:5:12|Carla|text|Hi"],
    ["a number", "31/01/2024 21:05 - +55 11 98600-0001: Oi: tudo?", "2024-01-31 21:5:0|+55 11 98600-0001|text|Oi: tudo?"],
    ["a name that is a number", "31/01/2024 21:05 - 2024: Oi", "2024-01-31 21:5:0|2024|text|Oi"],
  ])("is read as %s writes it", (_which, line, expected) => {
    expect(read(line)).toEqual([expected]);
  });

  it("has messages of several lines, lines of the app, files, and what was deleted or edited", () => {
    expect(
      read(
        "31/01/2024 21:04 - As mensagens e ligações são protegidas com a criptografia de ponta a ponta.",
        "31/01/2024 21:05 - Carla: um",
        "",
        "dois: três",
        "31/01/2024 21:06 - Carla: IMG-20240131-WA0001.jpg (arquivo anexado)",
        "o bolo",
        "31/01/2024 21:07 - Ana: <Mídia oculta>",
        "31/01/2024 21:08 - Ana: Mensagem apagada",
        "31/01/2024 21:09 - Ana: certo <Mensagem editada>",
        "31/01/2024 21:10 - Ana: PTT-1.opus (arquivo anexado)",
      ),
    ).toEqual([
      "2024-01-31 21:4:0|-|text|As mensagens e ligações são protegidas com a criptografia de ponta a ponta.",
      "2024-01-31 21:5:0|Carla|text|um\n\ndois: três",
      "2024-01-31 21:6:0|Carla|image|o bolo|IMG-20240131-WA0001.jpg",
      "2024-01-31 21:7:0|Ana|document|",
      "2024-01-31 21:8:0|Ana|text|Mensagem apagada|deleted",
      "2024-01-31 21:9:0|Ana|text|certo|edited",
      "2024-01-31 21:10:0|Ana|audio||PTT-1.opus",
    ]);
  });

  it("is the same with the ends of lines of Windows and a mark before it", () => {
    expect(read("\ufeff31/01/2024 21:05 - Carla: um\r", "\r", "dois\r", "31/01/2024 21:06 - Ana: x\r", "\r", "")).toEqual([
      "2024-01-31 21:5:0|Carla|text|um\n\ndois",
      "2024-01-31 21:6:0|Ana|text|x",
    ]);
  });

  it.each([
    [`${LTR}<attached: 00000012-PHOTO-2024-01-31.jpg>`, "image", "00000012-PHOTO-2024-01-31.jpg"],
    [`${LTR}<anexado: 00000013-STICKER-2024.webp>`, "sticker", "00000013-STICKER-2024.webp"],
    [`${LTR}<adjunto: a.pdf>`, "document", "a.pdf"],
    [`${LTR}image omitted`, "image", null],
    [`${LTR}áudio ocultado`, "audio", null],
    [`${LTR}video omitido`, "video", null],
    ["<Multimedia omitido>", "document", null],
    ["a.docx (file attached)", "document", "a.docx"],
    ["b.mp4 (archivo adjunto)", "video", "b.mp4"],
  ])("knows the file in %j", (body, type, media) => {
    const { read: found } = readAll(`[31/01/24, 21:05:12] Carla: ${body}`);
    expect(found.ok && found.messages[0]).toMatchObject({ type, media, body: "" });
  });

  it("takes no line for a message whose date is none, and reads blanks without end at once", () => {
    expect(read("31/01/24, 10:00 - A: x", "99/99/24, 10:00 - B: y", "0/5/24, 10:00 - B: z")).toEqual([
      "2024-01-31 10:0:0|A|text|x\n99/99/24, 10:00 - B: y\n0/5/24, 10:00 - B: z",
    ]);
    expect(read("31/01/24, 10:00 - A: x", "1/31/24, 10:00 - A: y")[1]).toBe("2024-01-31 10:0:0|A|text|y");
    expect(read(`31/01/24, 10:00 - A: ${" ".repeat(200_000)}x`)).toHaveLength(1);
  });

  it("takes a year that the calendar does not know for words of the message before", () => {
    expect(read("31/01/2024 21:05 - Carla: Oi", "31/12/0000 10:00 - Carla: zero", "31/12/0999 10:00 - Carla: cedo")).toEqual([
      "2024-01-31 21:5:0|Carla|text|Oi\n31/12/0000 10:00 - Carla: zero\n31/12/0999 10:00 - Carla: cedo",
    ]);
  });

  it("takes a day that no month of that year has for words of the message before", () => {
    const none = ["30/02/2024 10:00 - B: y", "31/04/2024 10:00 - B: y", "29/02/2023 10:00 - B: y", "02/30/24, 10:00 - B: y"];
    expect(read("31/01/2024 21:05 - Carla: Oi", ...none)).toEqual([`2024-01-31 21:5:0|Carla|text|Oi\n${none.join("\n")}`]);
    expect(read("29/02/2024 21:05 - Carla: Oi")).toEqual(["2024-02-29 21:5:0|Carla|text|Oi"]);
  });

  const HEAD = "31/01/2024 21:05 - A: ";
  const many = (line: string): string => `${HEAD}x\n${`${line}\n`.repeat(20_000)}`;
  it.each([
    ["lines that nearly begin a message", many("31/01/2024 21:05 A: x").slice(0, 250_000)],
    ["dates that are none", many(`${HEAD}x\n32/01/2024 21:05 - A: x`)],
    ["names of files without an end", many(`${HEAD}<attached: ${"a".repeat(40)}`)],
    ["signs of an edit without an end", many(`${HEAD}a${" <".repeat(30)}`)],
    ["words of the app that are none", many(`31/01/2024 21:05 - ${"mensagem ".repeat(9)}`)],
    ...[" ", "<", " (", ": ", "\u200e", "\n", "\r\n", "a", "-sticker-", "🎂"].map((sign) => [
      `a message of ${JSON.stringify(sign)} alone`,
      `${HEAD}${sign.repeat(250_000 / sign.length)}x`,
    ]),
  ])("is read in short steps, whatever is in it: %s", (_which, text) => {
    expect(readAll(text).longest).toBeLessThan(250);
  });

  it.each([
    ["a line of 1 MB", `${HEAD}${"a".repeat(1_000_000)}`],
    ["a message of many lines", many("31/01/2024 21:05 A: x")],
    ["16 MB of empty lines", `${HEAD}x${"\n".repeat(16_000_000)}`],
    ["a first line without a message", " ".repeat(16_000_000)],
  ])("is refused where a message is longer than any of WhatsApp: %s", (_which, text) => {
    const { read: found, longest } = readAll(text);
    expect(found.ok ? found.messages.length : found.problem).toBe("spelling");
    expect(longest).toBeLessThan(250);
  });

  it("is refused where it has more messages than may be read", () => {
    expect([...readChatExport(many(`${HEAD}x`), 10)]).toHaveLength(11);
  });

  it("finds out whether the day or the month comes first", () => {
    expect(read("1/2/24, 10:00 - A: x", "2/13/24, 10:00 - A: y")).toEqual(["2024-01-02 10:0:0|A|text|x", "2024-02-13 10:0:0|A|text|y"]);
    expect(read("9/1/24, 10:00 - A: x", "3/2/24, 10:00 - A: y", "1/3/24, 10:00 - A: z")[0]).toBe("2024-01-09 10:0:0|A|text|x");
  });

  it("is refused where it is none, or in another language", () => {
    expect(read("")).toBe("empty");
    expect(read("Lieber Kunde", "1/2/24, 10:00 - A: x")).toBe("spelling");
    expect(read("[31.01.24, 21:05:12] Carla: Bild weggelassen")).toBe("spelling");
    expect(read("31/01/2024 21:05 - Les messages sont chiffrés de bout en bout.", "31/01/2024 21:06 - Carla: Salut")).toBe("language");
  });
});
