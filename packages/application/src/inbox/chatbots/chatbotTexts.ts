import { BOT_FIXED_OPTIONS } from "@balcao/domain/connections";
import { MAX_QUESTIONS, readMenuAnswer } from "@balcao/domain/flow";
import { splitText } from "@balcao/domain/plan";
import type { ChatbotAnswer, ChatbotBubble } from "./typebotReading.js";

/** More bubbles with text than this are sent together. */
const MOST_TEXTS = 5;
/** A bot's text is read in pieces of this length on every network [D-149]. */
const LONGEST_TEXT = 4_000;
/** Further files are sent as their addresses. */
const MOST_FILES = 5;
/** What is longer is left out. */
const MOST_PARTS = 10;

/** What the customer gets for an answer: its bubbles, then its choices by number with 99 and 00 [D-149]. */
export function toChatbotParts({ bubbles, choices }: Pick<ChatbotAnswer, "bubbles" | "choices">): ChatbotBubble[] {
  const lines = choices.slice(0, MAX_QUESTIONS).map((choice, index) => `${index + 1} - ${choice}`);
  const menu = lines.length === 0 ? [] : [text([...lines, ...BOT_FIXED_OPTIONS].join("\n"))];
  return [...joined(limitFiles(bubbles)), ...menu].flatMap(inParts).slice(0, MOST_PARTS);
}

const text = (words: string): ChatbotBubble => ({ kind: "text", text: words });

function limitFiles(bubbles: readonly ChatbotBubble[]): readonly ChatbotBubble[] {
  const files = bubbles.filter(({ kind }) => kind === "file").slice(0, MOST_FILES);
  return bubbles.map((bubble) => (bubble.kind === "file" && !files.includes(bubble) ? text(bubble.address) : bubble));
}

/** Where there are many texts, those between two files become one. */
function joined(bubbles: readonly ChatbotBubble[]): readonly ChatbotBubble[] {
  if (bubbles.filter(({ kind }) => kind === "text").length <= MOST_TEXTS) return bubbles;
  const result: ChatbotBubble[] = [];
  for (const bubble of bubbles) {
    const last = result.at(-1);
    if (last?.kind === "text" && bubble.kind === "text") result.splice(-1, 1, text(`${last.text}\n\n${bubble.text}`));
    else result.push(bubble);
  }
  return result;
}

const inParts = (bubble: ChatbotBubble): readonly ChatbotBubble[] =>
  bubble.kind === "file" ? [bubble] : splitText(bubble.text, LONGEST_TEXT).map(text);

/** The words that the chatbot gets: those of the choice whose number the customer wrote, else what was written. */
export function toChatbotReply(said: string, choices: readonly string[]): string {
  const offered = choices.map((name, index) => ({ id: index + 1, name }));
  const answer = readMenuAnswer(
    said,
    offered.map(({ id }) => id),
    offered,
  );
  return typeof answer === "object" && answer !== null ? (choices[answer.id - 1] ?? said) : said;
}
