import { cleanText } from "@balcao/domain/texts";

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const objectAt = (value: unknown, key: string): Json => (isJson(value) && isJson(value[key]) ? value[key] : {});
const listAt = (value: unknown, key: string): readonly unknown[] => (isJson(value) && Array.isArray(value[key]) ? value[key] : []);
const textAt = (value: unknown, key: string): string => (isJson(value) && typeof value[key] === "string" ? value[key] : "");

/** A text of a chatbot, or the address of a file. */
export type ChatbotBubble = { readonly kind: "text"; readonly text: string } | { readonly kind: "file"; readonly address: string };

/** What a chatbot said in one turn. */
export interface ChatbotAnswer {
  readonly sessionId: string;
  readonly bubbles: readonly ChatbotBubble[];
  /** The queue to which it sends the customer, by id or name; null when it names none. */
  readonly queue: string | null;
  /** What the customer may choose from; empty for a free text. */
  readonly choices: readonly string[];
  /** Its flow has ended: it waits for nothing more. */
  readonly isOver: boolean;
}

/**
 * Reads the answer of Typebot's `startChat` and `continueChat`; null when it is not one. What it does
 * not know is left out.
 */
export function readTypebotAnswer(answer: unknown, knownSession: string | null): ChatbotAnswer | null {
  const sessionId = textAt(answer, "sessionId") || knownSession;
  if (!isJson(answer) || sessionId === null || !Array.isArray(answer["messages"])) return null;
  const input = objectAt(answer, "input");
  const redirects = listAt(answer, "clientSideActions").map(redirectOf);
  const queue = redirects.map(queueOf).find((name) => name !== null) ?? null;
  return {
    sessionId,
    bubbles: [
      ...listAt(answer, "messages").map(toBubble),
      // Any other address is one that a browser would open.
      ...redirects.filter((address) => queueOf(address) === null).map(toTextBubble),
    ].filter((bubble) => bubble.kind === "file" || bubble.text !== ""),
    queue,
    choices: queue === null ? choicesOf(input) : [],
    isOver: queue !== null || textAt(input, "type") === "",
  };
}

const redirectOf = (action: unknown): string => textAt(objectAt(action, "redirect"), "url").trim();

/** The queue of an address like `queue:Sales` or `fila:3`; null for any other address. */
function queueOf(address: string): string | null {
  const [, name = ""] = /^(?:queue|fila):(.+)$/i.exec(address) ?? [];
  return name.trim() || null;
}

const toTextBubble = (text: string): ChatbotBubble => ({ kind: "text", text });

const FILE_BUBBLES: ReadonlySet<string> = new Set(["image", "video", "audio", "embed"]);

/** A video of a platform such as YouTube is a page, not a file. */
function toBubble(bubble: unknown): ChatbotBubble {
  const type = textAt(bubble, "type");
  const content = objectAt(bubble, "content");
  if (type === "text") return toTextBubble(bubbleText(content));
  const address = textAt(content, "url").trim();
  const isFile = FILE_BUBBLES.has(type) && ["", "url"].includes(textAt(content, "type"));
  return isFile && /^https?:\/\//i.test(address) ? { kind: "file", address } : toTextBubble(cleanText(address));
}

function bubbleText(content: Json): string {
  const written = textAt(content, "markdown") || textAt(content, "plainText");
  return cleanText(
    written ||
      listAt(content, "richText")
        .map((block) => blockText(block, 0))
        .join("\n"),
  ).trim();
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  "choice input": ["content"],
  "picture choice input": ["title", "description"],
  "cards input": ["title", "description"],
};

function choicesOf(input: Json): string[] {
  const fields = CHOICES[textAt(input, "type")];
  if (!fields) return [];
  const words = (item: unknown): string => fields.map((field) => textAt(item, field).trim()).find((text) => text !== "") ?? "";
  return listAt(input, "items")
    .map(words)
    .map(cleanText)
    .filter((text) => text !== "");
}

/** Deeper elements are left out: no person writes them. */
const DEEPEST = 12;

/** One element of a rich text in WhatsApp's own marks. */
function blockText(element: unknown, depth: number): string {
  if (depth > DEEPEST || !isJson(element)) return "";
  if (typeof element["text"] === "string") return marked(element["text"], element);
  const children = listAt(element, "children");
  const inside = (separator: string): string => children.map((child) => blockText(child, depth + 1)).join(separator);
  switch (element["type"]) {
    case "a":
      return withAddress(inside(""), textAt(element, "url"));
    case "ul":
      return children.map((child) => `- ${blockText(child, depth + 1)}`).join("\n");
    case "ol":
      return children.map((child, index) => `${index + 1}. ${blockText(child, depth + 1)}`).join("\n");
    default:
      return inside("");
  }
}

function withAddress(words: string, address: string): string {
  if (address === "" || words === address) return words || address;
  return words === "" ? address : `${words} (${address})`;
}

const MARKS = [
  ["bold", "*"],
  ["italic", "_"],
  ["strikethrough", "~"],
] as const;

/** Marks enclose words only: WhatsApp shows marks beside spaces as they are. */
function marked(text: string, element: Json): string {
  const words = text.trim();
  if (words === "") return text;
  const [before, after] = [text.slice(0, text.indexOf(words)), text.slice(text.trimEnd().length)];
  const mark = MARKS.reduce((inner, [name, sign]) => (element[name] === true ? `${sign}${inner}${sign}` : inner), words);
  return `${before}${mark}${after}`;
}
