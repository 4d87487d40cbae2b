import type { MessageType } from "../messages/index.js";

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
export type ExportProblem = "empty" | "spelling" | "language" | "tooLarge";

// [31/01/24, 21:05:12] of an iPhone, 1/31/24, 9:05 PM - of Android; narrow blanks stand before AM and PM.
const HEAD = /^[\u200e\u200f]*\[?(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.? ?m\.?)?(?:\]| -) ?/i;
const LONGEST_HEAD = 64;
/** WhatsApp's longest message has a quarter of it. */
const LONGEST_MESSAGE = 256 * 1024;

interface Head {
  readonly numbers: readonly [number, number, number];
  readonly minutes: number;
  readonly seconds: number;
  readonly length: number;
}

/** A message by its place in the text. */
interface Found {
  readonly head: Head;
  readonly from: number;
  until: number;
}

/** The hours of a clock of 24, and with `a` or `p` of one of 12. */
function hoursOf(written: string, half: string | undefined): number {
  if (half === undefined) return Number(written);
  return (Number(written) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

const numbersOf = (first: string, second: string, year: string) =>
  [Number(first), Number(second), Number(year.length === 2 ? `20${year}` : year)] as const;

/** Whether two numbers are a day and a month of the calendar in one of the orders: a line of a message may begin with any digits. */
function isDate([one, other, year]: Head["numbers"]): boolean {
  const [least, most] = [Math.min(one, other), Math.max(one, other)];
  return least >= 1 && least <= 12 && most <= new Date(Date.UTC(year, least, 0)).getUTCDate();
}

function readHead(line: string): Head | null {
  const found = HEAD.exec(line.slice(0, LONGEST_HEAD).replace(/[\u202f\u00a0]/g, " "));
  if (!found) return null;
  const [first, second, year, hour, minute, seconds] = found.slice(1, 7).map((part) => part ?? "0") as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const hours = hoursOf(hour, found[7]);
  // A year before 1000 is no year of a message, and its day would be none that the calendar knows.
  if (Number(year) < 1_000 && year.length === 4) return null;
  const numbers = numbersOf(first, second, year);
  if (hours > 23 || Number(minute) > 59 || Number(seconds) > 59 || !isDate(numbers)) return null;
  return { numbers, minutes: hours * 60 + Number(minute), seconds: Number(seconds), length: found[0].length };
}

/** Whether the day stands before the month: what only one order can be says so, otherwise the order in which days follow each other. */
function createOrder(): { readonly add: (numbers: Head["numbers"]) => void; readonly isDayFirst: () => boolean } {
  let [days, months] = [0, 0];
  let [dayFirst, monthFirst] = [
    { last: 0, back: 0 },
    { last: 0, back: 0 },
  ];
  const step = ({ last, back }: typeof dayFirst, day: number): typeof dayFirst => ({ last: day, back: day < last ? back + 1 : back });
  return {
    add: ([one, other, year]) => {
      if (one > 12) days += 1;
      if (other > 12) months += 1;
      dayFirst = step(dayFirst, year * 10_000 + other * 100 + one);
      monthFirst = step(monthFirst, year * 10_000 + one * 100 + other);
    },
    isDayFirst: () => days > 0 || (months === 0 && dayFirst.back <= monthFirst.back),
  };
}

const two = (value: number): string => String(value).padStart(2, "0");

/** The places of the lines of a text, without their ends. */
function* linesOf(text: string): Generator<readonly [from: number, until: number]> {
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const until = end === -1 ? text.length : end;
    yield [at, end > at && text[end - 1] === "\r" ? end - 1 : until];
    at = until + 1;
  }
}

interface FoundMessages {
  readonly messages: readonly Found[];
  readonly dayFirst: boolean;
}

function* findMessages(text: string, mostMessages: number): Generator<undefined, FoundMessages | ExportProblem> {
  const messages: Found[] = [];
  const order = createOrder();
  for (const [at, until] of linesOf(text)) {
    yield;
    const head = readHead(text.slice(at, until));
    if (head) {
      order.add(head.numbers);
      messages.push({ head, from: at + head.length, until });
    }
    const last = messages.at(-1);
    if (last) last.until = until;
    if (until - (last?.from ?? at) > LONGEST_MESSAGE) return "spelling";
    if (!last && text.slice(at, until).trim() !== "") return "spelling";
    if (messages.length > mostMessages) return "tooLarge";
  }
  return messages.length === 0 ? "empty" : { messages, dayFirst: order.isDayFirst() };
}

/** What the app writes in its exports, in Portuguese, English and Spanish. */
const WORDS = {
  encrypted: /criptografi|ponta a ponta|end-to-end encrypt|cifrad[oa]s? de extremo a extremo|extremo a extremo/i,
  attachedFirst: /^<(?:attached|anexado|adjunto): ([^>\n]+)>/i,
  attachedLast: /^([^\n]+?) \((?:file attached|arquivo anexado|archivo adjunto)\)/i,
  // Only the first blank of several begins it: a message of blanks alone would be searched from each of them.
  edited: /(?<!\s)\s*<(?:this message was edited|mensagem editada|esta mensagem foi editada|se editó este mensaje\.?)>$/i,
  deleted:
    /^(?:this message was deleted|you deleted this message|mensagem apagada|esta mensagem foi apagada|você apagou esta mensagem|se eliminó este mensaje|eliminaste este mensaje)\.?$/i,
};

/** Media that the export has left out, as a whole message. */
const OMITTED =
  /^(?:<(?:media omitted|mídia oculta|arquivo de mídia oculto|multimedia omitido)>|(?:image|photo|video|audio|sticker|document|gif|contact card) omitted|(?:imagem|foto|vídeo|áudio|figurinha|documento|gif|cartão do contato) (?:ocultad[oa]|omitid[oa])|(?:imagen|foto|video|audio|sticker|documento|gif|tarjeta de contacto) omitid[oa])$/i;

const MEDIA_WORDS: readonly (readonly [RegExp, MessageType])[] = [
  [/image|imagem|imagen|photo|foto/i, "image"],
  [/video|vídeo|gif/i, "video"],
  [/audio|áudio/i, "audio"],
  [/sticker|figurinha/i, "sticker"],
];

const KNOWN = new RegExp(
  [
    WORDS.encrypted,
    /file attached|arquivo anexado|archivo adjunto/,
    /<(?:attached|anexado|adjunto): |media omitted|mídia ocult|multimedia omitid/,
  ]
    .concat([
      /\b(?:omitted|ocultad[oa]|omitid[oa])\b/,
      /\b(?:added|joined|left|created|changed|adicionou|entrou|saiu|criou|mudou|añadió|salió|creó|cambió)\b/,
    ])
    .concat([/this message was deleted|mensagem apagada|mensagem foi apagada|eliminó este mensaje/])
    .map(({ source }) => source)
    .join("|"),
  "i",
);
/** Whether anything in the text shows one of the languages that are read. */
const knownWords = (text: string): boolean => KNOWN.test(text);

type ChatReading =
  | { readonly ok: true; readonly messages: readonly ExportedMessage[]; readonly senders: readonly string[] }
  | { readonly ok: false; readonly problem: ExportProblem };

/** Reads the text of an export in Portuguese, English or Spanish, of an iPhone or of Android; a step is a line or a message. */
export function* readChatExport(text: string, mostMessages = Number.POSITIVE_INFINITY): Generator<undefined, ChatReading> {
  const found = yield* findMessages(text, mostMessages);
  if (typeof found === "string") return { ok: false, problem: found };
  const messages: ExportedMessage[] = [];
  const senders = new Set<string>();
  let [apart, known] = [false, false];
  for (const { head, from, until } of found.messages) {
    yield;
    const written = text.slice(from, until).replaceAll("\r\n", "\n");
    const message = toMessage(head, written.replace(/(?<!\n)\n+$/, ""), found.dayFirst);
    messages.push(message);
    if (message.sender === null) apart = true;
    else senders.add(message.sender);
    known ||= knownWords(written);
  }
  return apart && !known ? { ok: false, problem: "language" } : { ok: true, messages, senders: [...senders] };
}

function toMessage({ numbers: [first, second, year], minutes, seconds }: Head, rest: string, dayFirst: boolean): ExportedMessage {
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
