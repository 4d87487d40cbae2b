import type { PushPayload, PushTexts } from "@balcao/domain/notifications";

/** The words of the service worker in one language. */
export interface PushWords {
  readonly newMessage: string;
  readonly testTitle: string;
  readonly testText: string;
}

/** The payload of a push; null for anything that our server does not send. */
export function readPush(text: string): PushPayload | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof given !== "object" || given === null) return null;
  const { tag, title, text: body, path, at, texts: translated, testId } = given as Partial<Record<keyof PushPayload, unknown>>;
  const texts = [tag, title, body, path, at];
  if (!texts.every((each): each is string => typeof each === "string") || !String(path).startsWith("/")) return null;
  const named = { tag: String(tag), title: String(title), text: String(body), path: String(path), at: String(at) };
  const push = isTranslated(translated) ? { ...named, texts: translated } : named;
  return typeof testId === "number" ? { ...push, testId } : push;
}

const isTranslated = (given: unknown): given is PushTexts =>
  typeof given === "object" &&
  given !== null &&
  Object.values(given).every((each: unknown) => {
    const { title, text } = (each ?? {}) as { readonly title?: unknown; readonly text?: unknown };
    return typeof title === "string" && typeof text === "string";
  });

const pad = (number: number): string => String(number).padStart(2, "0");

/** Title and text of a notification in the browser's language, with the time as HH:mm. */
export function toShown(
  { title, text, at, texts, testId }: PushPayload,
  words: PushWords,
  language: string,
): { readonly title: string; readonly body: string } {
  const time = new Date(at);
  const clock = Number.isNaN(time.getTime()) ? "" : `${pad(time.getHours())}:${pad(time.getMinutes())}`;
  if (testId !== undefined) return { title: words.testTitle, body: `${words.testText}\n${clock}` };
  const own = texts?.[language] ?? texts?.["en"];
  if (own) return { title: own.title, body: `${own.text}\n${clock}` };
  return { title, body: `${text || words.newMessage}\n${clock}` };
}
