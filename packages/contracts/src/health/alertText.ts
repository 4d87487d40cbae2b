import type { ToldProblem } from "@balcao/domain/health";
import { isTimed, problemTitle, type AlertLanguage } from "./problemWords.js";

/** Of so many problems the words are given; of further ones their number. */
const MOST_LINES = 5;

interface AlertWords {
  readonly began: string;
  readonly ended: string;
  readonly more: (count: number) => string;
  /** The begin of a mail. */
  readonly at: (time: string) => string;
  readonly page: (address: string) => string;
  readonly test: string;
  readonly testLine: string;
}

const WORDS: Readonly<Record<AlertLanguage, AlertWords>> = {
  pt: {
    began: "Algo não está bem",
    ended: "Resolvido",
    more: (count) => `e mais ${count}`,
    at: (time) => `Em ${time}:`,
    page: (address) => `O que fazer: ${address}`,
    test: "Teste dos avisos",
    testLine: "Os avisos sobre problemas da instalação chegam aqui.",
  },
  en: {
    began: "Something needs attention",
    ended: "Solved",
    more: (count) => `and ${count} more`,
    at: (time) => `At ${time}:`,
    page: (address) => `What to do: ${address}`,
    test: "Alert test",
    testLine: "Alerts about problems with the installation arrive here.",
  },
  es: {
    began: "Algo no está bien",
    ended: "Resuelto",
    more: (count) => `y ${count} más`,
    at: (time) => `El ${time}:`,
    page: (address) => `Qué hacer: ${address}`,
    test: "Prueba de los avisos",
    testLine: "Los avisos sobre problemas de la instalación llegan aquí.",
  },
};

/** What people are told: `test` is the test of an administrator. */
export interface Told {
  readonly event: "began" | "ended" | "test";
  readonly problems: readonly ToldProblem[];
}

const shownValue = ({ kind, value }: ToldProblem): string => {
  if (value === null) return "";
  return isTimed(kind) ? `${Math.max(1, Math.round(value / 60))} min` : String(value);
};

/** Title and lines of an alert in one language. They have names of connections, and nothing that customers wrote. */
export function alertText(language: AlertLanguage, { event, problems }: Told): { readonly title: string; readonly text: string } {
  const words = WORDS[language];
  if (event === "test") return { title: words.test, text: words.testLine };
  const lines = problems.slice(0, MOST_LINES).map((each) => problemTitle(language, { ...each, shown: shownValue(each) }));
  if (problems.length > MOST_LINES) lines.push(words.more(problems.length - MOST_LINES));
  return { title: words[event], text: lines.join("\n") };
}

interface MailFacts {
  readonly at: Date;
  readonly timeZone: string;
  /** The address of the health page. */
  readonly page: string;
}

/** The text of a mail: when, what, and where to read what to do. */
export function alertMail(language: AlertLanguage, told: Told, { at, timeZone, page }: MailFacts): string {
  const words = WORDS[language];
  const time = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "medium", timeZone }).format(at);
  return `${words.at(time)}\n\n${alertText(language, told).text}\n\n${words.page(page)}\n`;
}
