/**
 * How many automatic texts one conversation may get within a time. A person who reads menus needs
 * fewer; two machines that answer each other need more.
 */
export const BREAKER = { texts: 12, windowMs: 10 * 60_000 } as const;

/** The comment that agents see when the limit was reached. */
export const BREAKER_COMMENT =
  "As respostas automáticas desta conversa foram interrompidas: o contato recebeu muitas em pouco tempo. Pode ser um robô; verifique e atenda.";

/** How often a chatbot may be asked in one session: two machines would answer each other for ever. */
export const CHATBOT_TURNS = 60;

/** Whether one more text would exceed the limit. */
export function isBreakerOpen(recentTexts: number, more: number): boolean {
  return recentTexts + more > BREAKER.texts;
}

/** How long the text about opening hours is not repeated for a contact (D-168). */
export const OUT_OF_HOURS_PAUSE_MS = 12 * 60 * 60_000;
