import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, TEXTS, toLanguage, toTextsModule } from "./index.js";

const SOURCES = join(import.meta.dirname, "..");
const PAGE = join(import.meta.dirname, "..", "..", "..", "page");

const read = (folder: string, ending: RegExp): string =>
  readdirSync(folder)
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
const marks = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([mark]) => mark).sort();
const captures = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("the texts of the phone page", () => {
  const keys = Object.keys(TEXTS.pt);

  it("are the same in every language, with the same placeholders, and none is empty", () => {
    expect(Object.keys(TEXTS)).toEqual(Object.keys(LANGUAGES));
    for (const texts of Object.values(TEXTS)) {
      expect(Object.keys(texts).sort()).toEqual([...keys].sort());
      expect(Object.values(texts).filter((text) => text.trim() === "")).toEqual([]);
      expect(Object.values(texts).map(marks)).toEqual(Object.values(TEXTS.pt).map(marks));
    }
  });

  it("are those that the page and its server use, and no other one", () => {
    const scripts = read(PAGE, /\.js$/);
    const used = [
      ...captures(scripts, /"([\w.]+)"/g),
      ...captures(read(PAGE, /\.html$/), /data-(?:text|label|placeholder)="([\w.]+)"/g),
      ...captures(read(SOURCES, /^(actions|server)\.ts$/), /"(refusal\.\w+)"/g),
    ];
    const groups = captures(scripts, /\bt\(`(\w+\.)\$\{/g);
    expect(captures(scripts, /\bt\(\s*"([\w.]+)"/g).filter((key) => !keys.includes(key))).toEqual([]);
    expect(captures(read(PAGE, /\.html$/), /data-(?:text|label|placeholder)="([\w.]+)"/g).filter((key) => !keys.includes(key))).toEqual([]);
    expect(keys.filter((key) => !used.includes(key) && !groups.some((group) => key.startsWith(group)))).toEqual([]);
  });

  it("are the only words of the page: its files have none of their own", () => {
    const html = read(PAGE, /\.html$/);
    const body = html.slice(html.indexOf("<body"));
    expect(body.replace(/<[^>]*>/g, "").trim()).toBe("");
    expect(body).not.toMatch(/ (?:aria-label|placeholder|title|alt)="/);
    const scripts = read(PAGE, /\.js$/).replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, "");
    // The name of the product is the same in every language.
    const accented = captures(scripts, /["`]([^"`\n]*[À-ÖØ-öø-ÿ][^"`\n]*)["`]/g).filter((text) => !text.endsWith(" · Balcão"));
    const children = captures(scripts, /\}, ["`]([^"`\n$]*\p{L}{2}[^"`\n]*)["`]/gu);
    const attributes = captures(scripts, /(?:"aria-label"|\b(?:placeholder|alt|title|label)): ["`]([^"`\n$]*\p{L}[^"`\n]*)["`]/gu);
    expect([...accented, ...children, ...attributes]).toEqual([]);
  });

  it("go to the browser in all languages, with the one that its header prefers, and Portuguese without one", () => {
    expect(toLanguage("fr-FR, es-MX;q=0.9, en;q=0.8")).toBe("es");
    expect(toLanguage("EN-us")).toBe("en");
    for (const header of [undefined, "*", "fr", "constructor"]) expect(toLanguage(header)).toBe("pt");
    const module = toTextsModule("es");
    expect(module).toContain('export const PREFERRED = "es";');
    expect(module).toContain(JSON.stringify(TEXTS.en));
  });
});
