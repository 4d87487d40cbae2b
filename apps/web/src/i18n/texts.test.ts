import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ERROR_SENTENCES, ERROR_STATUS } from "@balcao/contracts/errors";
import { GATEWAY_ERROR_CODES, SEND_ERROR_CODES } from "@balcao/domain/connections";
import { LIST_AREAS, LIST_WORDS, REMOVE_WORDS } from "../ui/list/words";
import { chooseLanguage } from "./languages";

const here = import.meta.dirname;
const LANGUAGES = ["en", "pt", "es"] as const;

/** The codes of the specification, ERR-005 to ERR-031 in its order. */
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

type Tree = { readonly [key: string]: string | Tree };

const read = (language: string, area: string): Tree => JSON.parse(readFileSync(join(here, language, area), "utf8")) as Tree;
const areas = (language: string) => readdirSync(join(here, language)).sort();

function flatten(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** The parts of a text that must be the same in every language. */
const marks = (text: string) =>
  [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)]
    .map(([mark]) => mark)
    .sort()
    .join(" ");

describe("the texts", () => {
  it("exist for the same areas in English, Portuguese and Spanish [I18N-001]", () => {
    expect(areas("pt")).toEqual(areas("en"));
    expect(areas("es")).toEqual(areas("en"));
    expect(areas("en").length).toBeGreaterThan(3);
  });

  it.each(areas("en"))("of %s have the same keys and placeholders in every language [I18N-001]", (area) => {
    const english = new Map(flatten(read("en", area)));
    for (const language of LANGUAGES) {
      const texts = new Map(flatten(read(language, area)));
      expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
      for (const [key, text] of texts) {
        expect([language, key, text.trim() === ""]).toEqual([language, key, false]);
        expect([language, key, marks(text)]).toEqual([language, key, marks(english.get(key) ?? "")]);
      }
    }
  });

  it("translate every code that the api may answer [I18N-005, ERR-005, ERR-006, ERR-007, ERR-008, ERR-009, ERR-010, ERR-011, ERR-012, ERR-013, ERR-014, ERR-015, ERR-016, ERR-017, ERR-018, ERR-019, ERR-020, ERR-021, ERR-022, ERR-023, ERR-024, ERR-025, ERR-026, ERR-027, ERR-028, ERR-029, ERR-030, ERR-031]", () => {
    const coded = [...CATALOGUE, ...Object.keys(ERROR_STATUS)].filter((code) => !Object.hasOwn(ERROR_SENTENCES, code));
    expect(coded.length).toBeGreaterThan(CATALOGUE.length);
    for (const code of coded) {
      const texts = LANGUAGES.map((language) => read(language, "errors.json")[code]);
      expect([code, texts.every((text) => typeof text === "string" && text.length > 5)]).toEqual([code, true]);
      expect([code, new Set(texts).size]).toEqual([code, LANGUAGES.length]);
    }
  });

  it.each([...GATEWAY_ERROR_CODES, ...SEND_ERROR_CODES])(
    "have a sentence in every language for the gateway error %s [I18N-005]",
    (code) => {
      const texts = LANGUAGES.map((language) => read(language, "errors.json")[code]);
      expect(texts.every((text) => typeof text === "string" && text.length > 5)).toBe(true);
      expect(new Set(texts).size).toBe(LANGUAGES.length);
    },
  );

  it("quote the one text that the catalogue gives, in every language [ERR-032]", () => {
    for (const language of LANGUAGES)
      expect(read(language, "errors.json")["ERR_USER_NO_LINKED_IN_QUEUE"]).toBe("Usuário não está vinculado a essa fila!");
  });
});

describe("the language", () => {
  it("is English where nothing else is known [I18N-002]", () => {
    expect(chooseLanguage(null, [])).toBe("en");
    expect(chooseLanguage(null, ["fr-FR", "de"])).toBe("en");
  });

  it("is the stored choice, else the browser's when it is one of ours", () => {
    expect(chooseLanguage("es", ["pt-BR"])).toBe("es");
    expect(chooseLanguage(null, ["fr", "pt-BR", "en"])).toBe("pt");
    expect(chooseLanguage("klingon", ["es-MX"])).toBe("es");
  });
});

describe("the words of list pages", () => {
  it.each(LIST_AREAS)("are all in the texts of %s", (area) => {
    const keys = new Set(flatten(read("en", `${area}.json`)).map(([key]) => key));
    expect(LIST_WORDS.filter((word) => !keys.has(word))).toEqual([]);
  });

  it.each(["connections", "templates"])("of %s have those of a deletion", (area) => {
    const keys = new Set(flatten(read("en", `${area}.json`)).map(([key]) => key));
    expect(REMOVE_WORDS.filter((word) => !keys.has(word))).toEqual([]);
  });
});
