import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const FOLDER = path.join(import.meta.dirname, "src", "i18n", "texts");

export const TEXT_LANGUAGES = ["en", "pt", "es"] as const;
type Language = (typeof TEXT_LANGUAGES)[number];

/** A text as a person writes it: in every language. */
export type WrittenText = Readonly<Record<Language, string>>;
/** The texts of an area as its file has them. */
export interface WrittenTexts {
  readonly [key: string]: WrittenText | WrittenTexts;
}
/** The type of an area's texts as `t` gives them. One that lacks a language is no `WrittenTexts` and does not compile. */
export type Shown<Area extends WrittenTexts> = {
  [Key in keyof Area]: Area[Key] extends WrittenText ? string : Area[Key] extends WrittenTexts ? Shown<Area[Key]> : never;
};
/** The texts of an area in one language. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** The areas of the texts, by name: each is a file. */
export const listAreas = (): string[] =>
  readdirSync(FOLDER)
    .map((file) => path.basename(file, ".json"))
    .sort();

export const readWritten = (area: string): WrittenTexts =>
  JSON.parse(readFileSync(path.join(FOLDER, `${area}.json`), "utf8")) as WrittenTexts;

/** Whether this is a text and no group of them. One that lacks a language is a text, too. */
export const isText = (node: WrittenText | WrittenTexts): node is WrittenText =>
  Object.values<unknown>(node).some((each) => typeof each === "string");

function textsIn(language: Language, written: WrittenTexts, place: string): Texts {
  const entries = Object.entries(written).map(([key, node]): [string, string | Texts] => {
    const at = `${place}.${key}`;
    if (!isText(node)) return [key, textsIn(language, node, at)];
    const text: string | undefined = node[language];
    if (text === undefined) throw new Error(`The text ${at} is not there in the language ${language}.`);
    return [key, text];
  });
  return Object.fromEntries(entries);
}

/** The texts of an area in one language. Throws for one that lacks it. */
export const readTexts = (language: Language, area: string): Texts => textsIn(language, readWritten(area), area);

const ASKED = /[\\/]i18n[\\/]texts[\\/](\w+)\.json\?(en|pt|es)$/;

/** Answers `texts/{area}.json?{language}` with the texts in that language, so that a browser loads one language of one area. */
export function textFiles(): Plugin {
  return {
    name: "balcao-texts",
    enforce: "pre",
    load(id) {
      const [, area, language] = ASKED.exec(id) ?? [];
      if (area === undefined) return null;
      return { code: `export default ${JSON.stringify(readTexts(language as Language, area))};`, moduleType: "js" };
    },
  };
}
