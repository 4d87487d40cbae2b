import { BOT_FIXED_OPTIONS } from "../connections/index.js";
import { foldText, foldWords } from "../texts/index.js";
import type { FlowStep } from "./flowTable.js";

/** A queue or a question as it is offered in a menu. */
export interface MenuOption {
  readonly id: number;
  readonly name: string;
}

/** The option that a customer chose from a menu; null for a text that chooses nothing. */
export type MenuAnswer = { readonly id: number } | "agent" | "end" | null;

/** The words that always work in a menu. */
const MENU_AGENT = "99";
const MENU_END = "00";

/** The words above a menu that is shown again, and above one without a greeting. */
const MENU_HEADER = "Escolha uma das opções abaixo:";

const LONGEST_ANSWER = 300;

/** The lines of a menu: "1 - Vendas". */
function menuLines(options: readonly MenuOption[]): string {
  return options.map(({ name }, index) => `${index + 1} - ${name}`).join("\n");
}

/** The text of a menu below a greeting. */
export function menuText(greeting: string, queues: readonly MenuOption[]): string {
  const above = greeting.trim() === "" ? MENU_HEADER : greeting;
  return `${above}\n\n${menuLines(queues)}`;
}

/** More options would reach 99, which asks for a person. */
export const MAX_QUESTIONS = 98;

const BOT_LINES = BOT_FIXED_OPTIONS.join("\n");

/** The text with the bot's questions. Long questions are cut, so that everything fits into one message. */
export function questionsText(greeting: string, questions: readonly MenuOption[]): string {
  const offered = questions.slice(0, MAX_QUESTIONS);
  const room = Math.max(LONGEST_TEXT - greeting.length - BOT_LINES.length, 0);
  const perLine = Math.max(Math.floor(room / Math.max(offered.length, 1)) - "98 - \n".length, SHORTEST_LINE);
  const lines = menuLines(offered.map(({ id, name }) => ({ id, name: cut(name, perLine) })));
  return `${greeting}\n\n${lines}\n${BOT_LINES}`;
}

const LONGEST_TEXT = 4_000;
const SHORTEST_LINE = 20;

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`);

/**
 * Reads an answer to a menu: a number of the list that was shown, also as a keycap or "opção 2", or
 * an option's words without regard to case, accents and punctuation (D-270). `shown` are the ids in
 * the order of the list; an option that is no longer offered is not chosen.
 */
export function readMenuAnswer(text: string, shown: readonly number[], offered: readonly MenuOption[]): MenuAnswer {
  if (text.length > LONGEST_ANSWER) return null;
  const folded = foldText(text.normalize("NFKC"));
  const named = offered.find(({ name }) => foldText(name.normalize("NFKC")) === folded);
  if (named) return { id: named.id };
  const typed = withoutOrnament(folded);
  if (typed === MENU_END) return "end";
  const [, digits] = /^0?(\d{1,2})$/.exec(typed) ?? [];
  if (digits === undefined) return optionIn(text, offered, shown);
  const chosen = shown[Number(digits) - 1];
  if (chosen !== undefined && offered.some(({ id }) => id === chosen)) return { id: chosen };
  return digits === MENU_AGENT ? "agent" : null;
}

/** The option whose words a text has, alone or as a whole line of the menu: "2 - Suporte". */
function optionIn(text: string, offered: readonly MenuOption[], shown: readonly number[]): MenuAnswer {
  const words = foldWords(text);
  if (words === "") return null;
  const found = offered.find(({ id, name }) => [name, `${shown.indexOf(id) + 1} - ${name}`].some((line) => foldWords(line) === words));
  return found ? { id: found.id } : null;
}

/** The automatic question that a text may answer: its step, and the queues of the menu that the customer saw. */
interface Asked {
  readonly step: FlowStep;
  readonly shown: readonly number[];
  readonly queues: readonly MenuOption[];
}

/**
 * Whether a customer's text is words of their own (D-340): not the digit or the queue's name that answers an automatic question, which
 * tells a person nothing.
 */
export function isOwnWords(text: string, { step, shown, queues }: Asked): boolean {
  if (step === "fresh" || step === "done" || text.length > LONGEST_ANSWER) return true;
  const isDigit = /^\d{1,2}$/.test(withoutOrnament(foldText(text.normalize("NFKC"))));
  return !isDigit && readMenuAnswer(text, shown, queues) === null;
}

const withoutOrnament = (folded: string): string =>
  folded
    .replace(/^(?:opcao|opcion|option|numero|num|n[ºo°]?)[\s.:]*/, "")
    .replace(/[*_~"'`.,;:!()]/g, " ")
    .trim();
