import type { PushPayload } from "@balcao/domain/notifications";

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
  const { tag, title, text: body, path, at, testId } = given as Partial<Record<keyof PushPayload, unknown>>;
  const texts = [tag, title, body, path, at];
  if (!texts.every((each): each is string => typeof each === "string") || !String(path).startsWith("/")) return null;
  const push = { tag: String(tag), title: String(title), text: String(body), path: String(path), at: String(at) };
  return typeof testId === "number" ? { ...push, testId } : push;
}

const pad = (number: number): string => String(number).padStart(2, "0");

/** Title and text of a notification, with the time as HH:mm. */
export function toShown({ title, text, at, testId }: PushPayload, words: PushWords): { readonly title: string; readonly body: string } {
  const time = new Date(at);
  const clock = Number.isNaN(time.getTime()) ? "" : `${pad(time.getHours())}:${pad(time.getMinutes())}`;
  if (testId !== undefined) return { title: words.testTitle, body: `${words.testText}\n${clock}` };
  return { title, body: `${text || words.newMessage}\n${clock}` };
}
