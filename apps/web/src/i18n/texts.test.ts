import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ERROR_STATUS } from "@balcao/contracts/errors";
import { REPORT_WORDS } from "@balcao/contracts/reports";
import { DECISION_RULES } from "@balcao/domain/flow";
import { TICKET_SENTENCES, TRANSITIONS } from "@balcao/domain/tickets";
import { KNOWN_PASSWORD_SENTENCES, PASSWORD_CHANGE_SENTENCES, PASSWORD_SENTENCES } from "@balcao/domain/users";
import { GATEWAY_ERROR_CODES, SEND_ERROR_CODES, SESSION_REASONS } from "@balcao/domain/connections";
import { ADD_WORDS, COUNT_WORDS, EDIT_WORDS, LIST_WORDS, REMOVE_WORDS, SEARCH_WORDS } from "../ui/list/words";
import {
  isText,
  listAreas,
  readTexts as read,
  readWritten,
  TEXT_LANGUAGES as LANGUAGES,
  type Texts,
  type WrittenText,
  type WrittenTexts,
} from "../../textFiles";
import { chooseLanguage } from "./languages";
import { withPlurals } from "./plurals";

const here = import.meta.dirname;
const AREAS = listAreas();

/** The error codes of the specification, ERR-005 to ERR-031 in order. */
const CATALOGUE = [
  "ERR_NO_OTHER_WHATSAPP",
  "ERR_NO_DEF_WAPP_FOUND",
  "ERR_WAPP_NOT_INITIALIZED",
  "ERR_WAPP_CHECK_CONTACT",
  "ERR_WAPP_INVALID_CONTACT",
  "ERR_WAPP_DOWNLOAD_MEDIA",
  "ERR_WAPP_DOWNLOAD_MEDIA_DENIED",
  "ERR_INVALID_CREDENTIALS",
  "ERR_INVALID_WORKING_TIME",
  "ERR_USER_NO_ACTIVE",
  "ERR_SENDING_WAPP_MSG",
  "ERR_DELETE_WAPP_MSG",
  "ERR_OTHER_OPEN_TICKET",
  "ERR_SESSION_EXPIRED",
  "ERR_USER_CREATION_DISABLED",
  "ERR_NO_PERMISSION",
  "ERR_DUPLICATED_CONTACT",
  "ERR_NO_SETTING_FOUND",
  "ERR_NO_CONTACT_FOUND",
  "ERR_NO_TICKET_FOUND",
  "ERR_NO_USER_FOUND",
  "ERR_NO_WAPP_FOUND",
  "ERR_CREATING_MESSAGE",
  "ERR_CREATING_TICKET",
  "ERR_FETCH_WAPP_MSG",
  "ERR_QUEUE_COLOR_ALREADY_EXISTS",
  "ERR_WAPP_GREETING_REQUIRED",
] as const;

function flatten(tree: Texts, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** Every text of an area with its key, as it is written. */
const listTexts = (written: WrittenTexts, prefix = ""): [string, WrittenText][] =>
  Object.entries(written).flatMap(([key, node]) => (isText(node) ? [[prefix + key, node]] : listTexts(node, `${prefix}${key}.`)));

/** The parts of a text that must be the same in every language. */
const marks = (text: string) =>
  [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)]
    .map(([mark]) => mark)
    .sort()
    .join(" ");

describe("the texts", () => {
  it.each(AREAS)("of %s are there in English, Portuguese and Spanish, with the same placeholders [I18N-001]", (area) => {
    const texts = listTexts(readWritten(area));
    expect(texts.length).toBeGreaterThan(0);
    for (const [key, text] of texts) {
      expect([key, Object.keys(text)]).toEqual([key, LANGUAGES]);
      for (const language of LANGUAGES) {
        expect([language, key, text[language].trim() === ""]).toEqual([language, key, false]);
        expect([language, key, marks(text[language])]).toEqual([language, key, marks(text.en)]);
      }
    }
  });

  it("have a form for whole millions, where the language has one", () => {
    expect(new Intl.PluralRules("pt").select(2_000_000)).toBe("many");
    expect(withPlurals({ row: { unread_one: "uma", unread_other: "várias", waits: "espera" } })).toMatchObject({
      row: { unread_one: "uma", unread_other: "várias", unread_many: "várias", waits: "espera" },
    });
  });

  it("speak of none in the plural, unless they have a word for it", () => {
    expect(new Intl.PluralRules("pt").select(0)).toBe("one");
    expect(withPlurals({ contacts_one: "{{count}} contato", contacts_other: "{{count}} contatos" })).toHaveProperty(
      "contacts_zero",
      "{{count}} contatos",
    );
    expect(withPlurals({ rights_zero: "Nenhuma", rights_one: "uma", rights_other: "várias" })).toHaveProperty("rights_zero", "Nenhuma");
  });

  it("translate every code that the api may answer [I18N-005, ERR-005, ERR-006, ERR-007, ERR-008, ERR-009, ERR-010, ERR-011, ERR-012, ERR-013, ERR-014, ERR-015, ERR-016, ERR-017, ERR-018, ERR-019, ERR-020, ERR-021, ERR-022, ERR-023, ERR-024, ERR-025, ERR-026, ERR-027, ERR-028, ERR-029, ERR-030, ERR-031, ERR-032]", () => {
    const coded = [...CATALOGUE, ...Object.keys(ERROR_STATUS)];
    expect(coded.length).toBeGreaterThan(CATALOGUE.length);
    for (const code of coded) {
      const texts = LANGUAGES.map((language) => read(language, "errors")[code]);
      expect([code, texts.every((text) => typeof text === "string" && text.length > 5)]).toEqual([code, true]);
      expect([code, new Set(texts).size]).toEqual([code, LANGUAGES.length]);
    }
  });

  it.each([...GATEWAY_ERROR_CODES, ...SEND_ERROR_CODES])(
    "have a sentence in every language for the gateway error %s [I18N-005]",
    (code) => {
      const texts = LANGUAGES.map((language) => read(language, "errors")[code]);
      expect(texts.every((text) => typeof text === "string" && text.length > 5)).toBe(true);
      expect(new Set(texts).size).toBe(LANGUAGES.length);
    },
  );

  it.each(
    [TICKET_SENTENCES, PASSWORD_SENTENCES, KNOWN_PASSWORD_SENTENCES, PASSWORD_CHANGE_SENTENCES].flatMap((each) =>
      Object.values<string>(each),
    ),
  )("have the documented sentence in Portuguese and another one in each other language: %s [D-620]", (sentence) => {
    const said = LANGUAGES.map((language) => read(language, "errors")[sentence]);
    expect(said[1]).toBe(sentence);
    expect([said.every((text) => typeof text === "string"), new Set(said).size]).toEqual([true, LANGUAGES.length]);
  });

  it("say what a field wants in the person's language [D-620]", () => {
    const quoted = ["Required", "Too Short!", "Too Long!", "Invalid email"];
    const said = LANGUAGES.map((language) => quoted.map((message) => read(language, "errors")[message]));
    expect(said[0]).toEqual(quoted);
    for (const texts of said) expect(texts.every((text) => typeof text === "string")).toBe(true);
    expect(new Set(said.flat()).size).toBe(said.flat().length);
  });

  it("have a sentence in every language for each reason of a session's state [I18N-005]", () => {
    const sentences = LANGUAGES.map((language) => read(language, "connections")["reason"] as Readonly<Record<string, string>>);
    for (const code of SESSION_REASONS) {
      const texts = sentences.map((each) => each[code] ?? "");
      expect([code, texts.every((text) => text.length > 5), new Set(texts).size]).toEqual([code, true, LANGUAGES.length]);
    }
    for (const each of sentences) expect(Object.keys(each).sort()).toEqual([...SESSION_REASONS].sort());
  });

  it("explain every rule of automatic decisions in each language", () => {
    const sentences = LANGUAGES.map((language) => read(language, "details")["why"] as { readonly rule: Readonly<Record<string, string>> });
    for (const { rule } of sentences) expect(Object.keys(rule).sort()).toEqual([...DECISION_RULES].sort());
    for (const rule of DECISION_RULES)
      expect([rule, new Set(sentences.map((each) => each.rule[rule])).size]).toEqual([rule, LANGUAGES.length]);
  });

  it("have a word in the audit for whatever people do to a ticket", () => {
    const verbs = read("en", "audit")["verb"] as Texts;
    const done = Object.entries(TRANSITIONS).flatMap(([intent, { by }]) => (by === "agent" ? [intent] : []));
    expect(done.filter((intent) => !(intent in verbs))).toEqual([]);
  });

  it("name each state of a ticket in one place, which the files of reports follow [REPORT-004, TICKET-002, D-262]", () => {
    for (const language of LANGUAGES) {
      expect(read(language, "common")["ticketStatus"]).toEqual(REPORT_WORDS[language].statuses);
      expect(read(language, "dashboard")["targets"]).toMatchObject({ of: REPORT_WORDS[language].targets.of });
    }
  });

  it("name no state a second time; other words are only in labels that the specification quotes [D-262]", () => {
    const own = LANGUAGES.flatMap((language) => {
      const { pending, bot, open, nps } = REPORT_WORDS[language].statuses;
      const names = [pending, bot, open, nps].map((name) => name.toLowerCase());
      return AREAS.flatMap((area) =>
        flatten(read(language, area))
          .filter(([key, text]) => !(area === "common" && key.startsWith("ticketStatus.")) && names.includes(text.toLowerCase()))
          .map(([key, text]) => [language, area, key, text].join(" ")),
      );
    });
    expect(own).toEqual([]);
    const label = (area: string, group: string, key: string) => (read("pt", area)[group] as Texts)[key];
    // Quoted: I30 and I51.
    expect([label("tickets", "sub", "open"), label("dashboard", "counter", "pending")]).toEqual(["Abertos", "Em espera"]);
  });
});

describe("each language by itself", () => {
  const textsOf = (language: (typeof LANGUAGES)[number]) =>
    AREAS.flatMap((area) => flatten(read(language, area)).map(([key, text]) => [`${area}.${key}`, text] as const));
  const pt = new Map(textsOf("pt"));

  it.each([
    ["es", /[ãõçêôâà]/i],
    ["en", /[ãõçêôâàéáíóúñ]/i],
  ] as const)("has no Portuguese left: %s [I18N-003, I18N-004, D-425, D-620]", (language, letters) => {
    const own = textsOf(language).filter(([, text]) =>
      letters.test(text.replace(/Balcão|Nome, Número, Fila and Usuário|Nome, Número, Fila y Usuário|Sim (?:or|o) Não/g, "")),
    );
    expect(own).toEqual([]);
  });

  it("says nothing in English as in Portuguese that has two words [D-620]", () => {
    const same = textsOf("en").filter(([key, text]) => pt.get(key) === text && /\p{Letter}{3,} \p{Letter}{2,}/u.test(text));
    expect(same.map(([, text]) => text)).toEqual(["Super admin"]);
  });

  it("says usted in Spanish, cola for a queue and fila for a row of a spreadsheet [D-425]", () => {
    const familiar =
      /(?:^|[.:;!¡“—] |, )(?:escribe|elige|haz|revisa|permite|usa “|sal|entra|conecta uno|escanea|sigue|pide|suelta|activa las|graba)\b|\b(?:tus?|ti|contigo|puedes|tienes|quieres|debes|necesitas)\b|\b(?:inténtalo|ciérralo|graba de nuevo|entra de nuevo)\b/i;
    const row = /(?:\{\{(?:count|total|done)\}\}|20\.000|1\.000|demasiadas|o|Cada|total\}\}) filas?|Filas (?:con|de)|^Fila \{\{line\}\}/;
    const spanish = textsOf("es");
    expect(spanish.filter(([key, text]) => familiar.test(text) && !/^(?:audit\.|massSends\.test|questions\.emptyText)/.test(key))).toEqual(
      [],
    );
    const filas = spanish.filter(([, text]) => /\bfilas?\b/i.test(text.replace("Nome, Número, Fila y Usuário", "")) && !row.test(text));
    expect(filas).toEqual([]);
  });
});

describe("the language", () => {
  const nothing = { stored: null, company: null };

  it("is English by default [I18N-002]", () => {
    expect(chooseLanguage({ ...nothing, preferred: [] })).toBe("en");
    expect(chooseLanguage({ ...nothing, preferred: ["fr-FR", "de"] })).toBe("en");
  });

  it("is the stored choice, else the browser's when it is one of ours", () => {
    expect(chooseLanguage({ ...nothing, stored: "es", preferred: ["pt-BR"] })).toBe("es");
    expect(chooseLanguage({ ...nothing, preferred: ["fr", "pt-BR", "en"] })).toBe("pt");
    expect(chooseLanguage({ ...nothing, stored: "klingon", preferred: ["es-MX"] })).toBe("es");
  });

  it("is the company's where the person has chosen none, unless the company leaves it to the browser [D-245]", () => {
    expect(chooseLanguage({ stored: null, company: "pt", preferred: ["es-MX"] })).toBe("pt");
    expect(chooseLanguage({ stored: "en", company: "pt", preferred: ["es-MX"] })).toBe("en");
    expect(chooseLanguage({ stored: null, company: "browser", preferred: ["es-MX"] })).toBe("es");
  });
});

/** The pages of the features that show a list, each with its source. */
function listPages(): { readonly file: string; readonly source: string }[] {
  const features = join(here, "..", "features");
  return readdirSync(features, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => ({ file, source: readFileSync(join(features, file), "utf8") }))
    .filter(({ source }) => source.includes("<ListPage"));
}

describe("the words of list pages", () => {
  it.each(listPages())("are all in the texts of $file: its own, those of its columns, of editing and of deleting", ({ source }) => {
    const area = /\barea="(\w+)"/.exec(source)?.[1] ?? "";
    const keys = new Set(flatten(read("en", area)).map(([key]) => key));
    const columns = [...source.matchAll(/\{ id: "(\w+)", cell:|^\s+id: "(\w+)",\n\s+cell:/gm)].map(
      ([, one, other]) => `column.${one ?? other ?? ""}`,
    );
    const hasForm = /\bform=/.test(source);
    const words = [
      ...LIST_WORDS,
      ...columns,
      ...(source.includes("count: undefined") ? [] : COUNT_WORDS),
      ...(source.includes("...noSearch") ? [] : SEARCH_WORDS),
      ...(hasForm && !source.includes("addable={false}") ? ADD_WORDS : []),
      ...(hasForm && !source.includes("editable={false}") ? EDIT_WORDS : []),
      ...(/\bremove=/.test(source) ? REMOVE_WORDS : []),
    ];
    expect(words.filter((word) => !keys.has(word))).toEqual([]);
  });
});

/** `i18next.ts`, which gives the compiler the keys of every area. */
const printTypes = (): string => `// Printed by texts.test.ts with UPDATE_TEXTS=1.
import "i18next";
import type { Shown } from "../../textFiles";
${AREAS.map((area) => `import type ${area} from "./texts/${area}.json";\n`).join("")}
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
${AREAS.map((area) => `      ${area}: Shown<typeof ${area}>;\n`).join("")}    };
  }
}
`;

describe("the types of the texts", () => {
  it("name every area there is", async () => {
    const file = join(here, "i18next.ts");
    if (process.env["UPDATE_TEXTS"] === "1") await writeFile(file, printTypes());
    expect(readFileSync(file, "utf8")).toBe(printTypes());
  });
});
