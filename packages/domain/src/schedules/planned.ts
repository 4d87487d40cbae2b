import { addDays, instantAt, localDay, localTime, minutesOf, weekdayOf, type LocalDay } from "../calendar/index.js";
import { LIMITS } from "../limits/index.js";

/** Why a message that was scheduled in a conversation did not go out; each has its sentence in every language of the browser. */
const PLAN_FAILURES = ["author", "right", "connection", "unreachable", "windowClosed", "restored"] as const;
export type PlanFailure = (typeof PLAN_FAILURES)[number];

export const isPlanFailure = (value: string): value is PlanFailure => PLAN_FAILURES.some((each) => each === value);

const FAILURE_SENTENCES: Readonly<Record<"pt" | "en" | "es", Readonly<Record<PlanFailure | "head", string>>>> = {
  pt: {
    head: "a mensagem agendada não saiu",
    author: "quem a escreveu não tem mais uma conta ativa",
    right: "quem a escreveu não pode mais escrever nesta conversa",
    connection: "a conexão não existe mais",
    unreachable: "o contato não tem endereço nesta conexão",
    windowClosed: "a janela de 24 horas do WhatsApp está fechada",
    restored: "um backup foi restaurado, e ela pode já ter saído",
  },
  en: {
    head: "the scheduled message was not sent",
    author: "the account of its author is no longer active",
    right: "its author may no longer write in this conversation",
    connection: "the connection no longer exists",
    unreachable: "the contact has no address on this connection",
    windowClosed: "WhatsApp's 24-hour window is closed",
    restored: "a backup was restored, and it may have been sent before",
  },
  es: {
    head: "el mensaje programado no salió",
    author: "quien lo escribió ya no tiene una cuenta activa",
    right: "quien lo escribió ya no puede escribir en esta conversación",
    connection: "la conexión ya no existe",
    unreachable: "el contacto no tiene dirección en esta conexión",
    windowClosed: "la ventana de 24 horas de WhatsApp está cerrada",
    restored: "se restauró una copia de seguridad, y es posible que ya haya salido",
  },
};

const isSpoken = (language: string): language is keyof typeof FAILURE_SENTENCES => Object.hasOwn(FAILURE_SENTENCES, language);

/** The comment about a scheduled message that did not go out, in the company's language, Portuguese where it has none; `author` is whom it mentions. */
export function plannedComment(author: string, failure: PlanFailure, language: string): string {
  const sentences = FAILURE_SENTENCES[isSpoken(language) ? language : "pt"];
  return `@${author}, ${sentences.head}: ${sentences[failure]}.`;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What is wrong with a moment for a scheduled message: it has passed, or is too far away (D-273). */
export function plannedFault(at: Date, now: Date): "past" | "far" | null {
  if (at <= now) return "past";
  return at.getTime() - now.getTime() > LIMITS.planned.daysAhead * DAY_MS ? "far" : null;
}

/** The moment at which the clocks of a zone show a time of a day; null where they skip it. */
export function plannedMoment(day: LocalDay, clock: string, zone: string): Date | null {
  const minutes = minutesOf(clock);
  const at = instantAt(day, minutes, zone);
  const shown = localTime(at, zone);
  return localDay(at, zone) === day && shown.hour * 60 + shown.minute === minutes ? at : null;
}

/** The moments that are offered with one press, in their order. */
type PlannedChoice = "inOneHour" | "today" | "tomorrow" | "monday";

const AFTERNOON = 17 * 60;
const MORNING = 9 * 60;
const MONDAY = 1;

/**
 * The moments that are offered with one press: in an hour, today at 17:00 while that is to come, tomorrow at 9:00, and next Monday at
 * 9:00 unless that is tomorrow.
 */
export function plannedChoices(now: Date, zone: string): readonly { readonly choice: PlannedChoice; readonly at: Date }[] {
  const today = localDay(now, zone);
  const tomorrow = addDays(today, 1);
  const monday = addDays(today, ((MONDAY - weekdayOf(today) + 6) % 7) + 1);
  const inOneHour = new Date(Math.ceil((now.getTime() + 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS);
  const all = [
    { choice: "inOneHour", at: inOneHour },
    { choice: "today", at: instantAt(today, AFTERNOON, zone) },
    { choice: "tomorrow", at: instantAt(tomorrow, MORNING, zone) },
    { choice: "monday", at: instantAt(monday, MORNING, zone) },
  ] as const;
  return all.filter(({ choice, at }) => (choice === "today" ? at > now : choice !== "monday" || monday !== tomorrow));
}
