import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { writeStored } from "../lib/storage";
import { withPlurals } from "./plurals";
import { currentChoice, LANGUAGE_STORAGE_KEY, type Language } from "./languages";

interface Texts {
  readonly default: Record<string, unknown>;
}
type Files = Readonly<Record<string, () => Promise<Texts>>>;

/** What the sign-in and the inbox show at first. The other areas are named by a list per language, which the first of them loads: its names alone are 2 KB. */
const first: Readonly<Record<string, Files>> = {
  pt: import.meta.glob<Texts>("./{common,errors,login,tickets,conversation}.json", { base: "./texts", query: "?pt" }),
  en: import.meta.glob<Texts>("./{common,errors,login,tickets,conversation}.json", { base: "./texts", query: "?en" }),
  es: import.meta.glob<Texts>("./{common,errors,login,tickets,conversation}.json", { base: "./texts", query: "?es" }),
};
const others: Readonly<Record<string, () => Promise<{ readonly files: Files }>>> = {
  pt: () => import("./pt"),
  en: () => import("./en"),
  es: () => import("./es"),
};

async function loadArea(language: string, area: string): Promise<Record<string, unknown>> {
  const path = `./${area}.json`;
  const load = first[language]?.[path] ?? (await others[language]?.())?.files[path];
  if (!load) throw new Error(`No texts for ${language}/${area}`);
  return withPlurals((await load()).default);
}

/** Loads the texts, one file per language and area (textFiles.ts), when the area is first shown. */
const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, area, done) => {
    loadArea(language, area).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : new Error("Texts not loaded"), null),
    );
  },
};

/**
 * Loads the texts of the shell and of the errors in the chosen language, or in that of the company. Resolves when the first
 * page can be rendered.
 */
export function startI18n(readCompany: () => Promise<string | null>): Promise<void> {
  started = start(readCompany);
  return started;
}

/** Areas may be asked for before the language is known. */
let started: Promise<void> | undefined;

async function start(readCompany: () => Promise<string | null>): Promise<void> {
  i18next.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: await currentChoice(readCompany),
      // Every text exists in every language, so a second language would only be loaded.
      fallbackLng: false,
      supportedLngs: ["pt", "en", "es"],
      load: "languageOnly",
      ns: ["common", "errors"],
      defaultNS: "common",
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

/** Loads the texts of areas; called together with the code that shows them. */
export async function loadTexts(...areas: string[]): Promise<void> {
  await started;
  await i18next.loadNamespaces(areas);
}

/** Changes the language at once, without a reload, and stores the choice (D-245). */
export async function changeLanguage(language: Language): Promise<void> {
  writeStored(LANGUAGE_STORAGE_KEY, language);
  await i18next.changeLanguage(language);
}
