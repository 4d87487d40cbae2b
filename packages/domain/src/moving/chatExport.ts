import type { MessageType } from "../messages/index.js";
import { knownWords, MEDIA_WORDS, OMITTED, WORDS } from "./chatExportWords.js";

/** A message of "Export chat". The time is that of the clock of the phone's owner. */
export interface ExportedMessage {
  readonly day: string;
  readonly minutes: number;
  readonly seconds: number;
  /** A name or a number; null for a line of the app itself. */
  readonly sender: string | null;
  readonly type: MessageType;
  readonly body: string;
  /** The name of the file in the archive; null where it was left out or there is none. */
  readonly media: string | null;
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
}

/** Why a text is no export that can be read. */
export type ExportProblem = "empty" | "spelling" | "language";

// [31/01/24, 21:05:12] of an iPhone, 1/31/24, 9:05 PM - of Android; narrow blanks stand before AM and PM.
const HEAD =
  /^[\u200e\u200f]*(\[?)(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.? ?m\.?)?(?:\]| -) ?(.*)$/is;

interface Line {
  readonly numbers: readonly [number, number, number];
  readonly minutes: number;
  readonly seconds: number;
  readonly rest: string;
}

/** The hours of a clock of 24, and with `a` or `p` of one of 12. */
function hoursOf(written: string, half: string | undefined): number {
  if (half === undefined) return Number(written);
  return (Number(written) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

const numbersOf = (first: string, second: string, year: string) =>
  [Number(first), Number(second), Number(year.length === 2 ? `20${year}` : year)] as const;

/** Whether two numbers are a day and a month in one of the orders: a line of a message may begin with any digits. */
const isDate = (one: number, other: number): boolean =>
  Math.min(one, other) >= 1 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31;

function readHead(line: string): Line | null {
  const found = HEAD.exec(line.replace(/[\u202f\u00a0]/g, " "));
  if (!found) return null;
  const [first, second, year, hour, minute, seconds] = found.slice(2, 8).map((part) => part ?? "0") as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const hours = hoursOf(hour, found[8]);
  // A year before 1000 is no year of a message, and its day would be none that the calendar knows.
  if (Number(year) < 1_000 && year.length === 4) return null;
  if (hours > 23 || Number(minute) > 59 || Number(seconds) > 59 || !isDate(Number(first), Number(second))) return null;
  // The text itself keeps its blanks.
  const rest = line.slice(line.length - (found[9] ?? "").length);
  return { numbers: numbersOf(first, second, year), minutes: hours * 60 + Number(minute), seconds: Number(seconds), rest };
}

/** Whether the day stands before the month: what only one order can be says so, otherwise the order in which days follow each other. */
function isDayFirst(lines: readonly Line[]): boolean {
  if (lines.some(({ numbers: [first] }) => first > 12)) return true;
  if (lines.some(({ numbers: [, second] }) => second > 12)) return false;
  const steps = (dayFirst: boolean): number => {
    const days = lines.map(({ numbers: [one, other, year] }) => year * 10_000 + (dayFirst ? other * 100 + one : one * 100 + other));
    return days.filter((day, at) => at > 0 && day < (days[at - 1] ?? 0)).length;
  };
  return steps(true) <= steps(false);
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Reads the text of an export in Portuguese, English or Spanish, of an iPhone or of Android. */
export function readChatExport(
  text: string,
): { readonly ok: true; readonly messages: readonly ExportedMessage[] } | { readonly ok: false; readonly problem: ExportProblem } {
  const lines: { head: Line; body: string }[] = [];
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const head = readHead(line);
    const last = lines.at(-1);
    if (head) lines.push({ head, body: head.rest });
    else if (last) last.body += `\n${line}`;
    else if (line.trim() !== "") return { ok: false, problem: "spelling" };
  }
  if (lines.length === 0) return { ok: false, problem: "empty" };
  const dayFirst = isDayFirst(lines.map(({ head }) => head));
  const messages = lines.map(({ head, body }) => toMessage(head, body.replace(/(?<!\n)\n+$/, ""), dayFirst));
  const apart = messages.some(({ sender }) => sender === null);
  return apart && !knownWords(text) ? { ok: false, problem: "language" } : { ok: true, messages };
}

function toMessage({ numbers: [first, second, year], minutes, seconds }: Line, rest: string, dayFirst: boolean): ExportedMessage {
  // What can only be a day is one, whatever the others are.
  const [day, month] = (dayFirst ? second <= 12 : first > 12) ? [first, second] : [second, first];
  const at = { day: `${year}-${two(month)}-${two(day)}`, minutes, seconds };
  const colon = rest.search(/: |:\n|:$/);
  const body = colon === -1 ? "" : rest.slice(colon + 1).replace(/^ /, "");
  const isOfApp = colon === -1 || colon > 100 || (body.startsWith("\u200e") && isAppLine(body));
  if (isOfApp) return { ...at, sender: null, type: "text", body: marksGone(rest), media: null, isDeleted: false, isEdited: false };
  return { ...at, sender: marksGone(rest.slice(0, colon)).replace(/^~\s*/, ""), ...contentOf(body) };
}

const marksGone = (text: string): string => text.replace(/[\u200e\u200f\u202a-\u202e]/g, "").trim();
/** A line of the app under somebody's name begins with a mark and is neither a file nor a message that was taken back. */
const isAppLine = (body: string): boolean => contentOf(body).type === "text" && !contentOf(body).isDeleted && WORDS.encrypted.test(body);

function contentOf(written: string): Pick<ExportedMessage, "type" | "body" | "media" | "isDeleted" | "isEdited"> {
  const isEdited = WORDS.edited.test(written);
  const text = written.replace(WORDS.edited, "").replaceAll("\u200e", "");
  const none = { media: null, isDeleted: false, isEdited };
  if (WORDS.deleted.test(text.trim())) return { ...none, type: "text", body: text.trim(), isDeleted: true };
  const attached = WORDS.attachedFirst.exec(text) ?? WORDS.attachedLast.exec(text);
  if (attached) {
    const media = attached[1]?.trim() ?? "";
    return { ...none, type: typeOfFile(media), body: text.slice(attached[0].length).replace(/^\n/, ""), media };
  }
  const omitted = OMITTED.exec(text.trim());
  if (omitted) return { ...none, type: MEDIA_WORDS.find(([words]) => words.test(omitted[0]))?.[1] ?? "document", body: "" };
  return { ...none, type: "text", body: text };
}

const TYPES: readonly (readonly [RegExp, MessageType])[] = [
  [/^(?:stk-|.*-sticker-)|\.webp$/i, "sticker"],
  [/\.(?:jpe?g|png|heic)$/i, "image"],
  [/\.(?:mp4|mov|3gp)$/i, "video"],
  [/\.(?:opus|ogg|m4a|mp3|aac|amr)$/i, "audio"],
  [/\.vcf$/i, "document"],
];
const typeOfFile = (name: string): MessageType => TYPES.find(([pattern]) => pattern.test(name))?.[1] ?? "document";
