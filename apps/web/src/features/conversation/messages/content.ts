import type { MessageView } from "@balcao/contracts/messages";
import { readVcard, type ContactCard } from "@balcao/domain/contacts";
import { isTextType, UNREADABLE_BODY, UNSUPPORTED_BODY, VIEW_ONCE_BODY } from "@balcao/domain/messages";
import { readUrl } from "@balcao/domain/webAddress";

/** How a message is drawn. */
export type Drawing =
  | "text"
  | "image"
  | "video"
  | "audio"
  | "document"
  | "sticker"
  | "location"
  | "contacts"
  | "call"
  | "comment"
  | "error"
  | "template"
  | "unsupported"
  | "viewOnce"
  | "unreadable";

/** Message types whose content is replaced by a text. */
const STAND_INS: ReadonlyMap<string, Drawing> = new Map([
  [UNSUPPORTED_BODY, "unsupported"],
  [VIEW_ONCE_BODY, "viewOnce"],
  [UNREADABLE_BODY, "unreadable"],
  // A bubble is never empty.
  ["", "unsupported"],
]);

/** Types whose drawing has a different name. */
const OTHER_NAMES: ReadonlyMap<string, Drawing> = new Map([
  ["application", "document"],
  ["locationMessage", "location"],
  ["vcard", "contacts"],
  ["call_log", "call"],
]);

const SAME_NAMES: ReadonlySet<string> = new Set<Drawing>([
  "image",
  "video",
  "audio",
  "sticker",
  "comment",
  "error",
  "template",
  "document",
  "location",
  "contacts",
]);
const isDrawing = (name: string): name is Drawing => SAME_NAMES.has(name);

/** Which component shows a message of this type. */
export function drawingOf({ mediaType, body }: Pick<MessageView, "mediaType" | "body">): Drawing {
  if (isDrawing(mediaType)) return mediaType;
  return (isTextType(mediaType) ? undefined : OTHER_NAMES.get(mediaType)) ?? STAND_INS.get(body.trim()) ?? "text";
}

export interface Place {
  /** An inline picture, only in the two formats that gateways send. */
  readonly picture: string | null;
  readonly link: string | null;
  readonly name: string;
  readonly address: string;
}

const INLINE_PICTURE = /^data:image\/(?:jpeg|png);base64,[A-Za-z0-9+/=]+$/;

/**
 * Reads the picture, link and description of a location, separated by bars; anything else is
 * ignored.
 */
export function readPlace(body: string): Place {
  const parts = body.split("|");
  const picture = parts.find((part) => INLINE_PICTURE.test(part)) ?? null;
  const link = parts.find((part) => /^https?:\/\//i.test(part) && readUrl(part) !== null) ?? null;
  const [name = "", ...address] = (
    parts.filter((part) => part !== picture && part !== link && !part.startsWith("data:")).at(-1) ?? ""
  ).split("\n");
  return { picture, link, name: name.trim(), address: address.join(", ").trim() };
}

/** The cards of one or several shared contacts. */
export function readCards(body: string): readonly ContactCard[] {
  return body.split(/(?=BEGIN:VCARD)/i).flatMap((text) => readVcard(text) ?? []);
}

/** Where an e-mail or a site of a card leads; null for other text. */
export function linkOf(text: string): string | null {
  if (/^[^\s@:/?&]+@[^\s@:/?&]+$/.test(text)) return `mailto:${text}`;
  const url = readUrl(/^[a-z][\w+.-]*:/i.test(text) ? text : `https://${text}`);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.hostname.includes(".") ? url.href : null;
}

/** A birthday of a card as people write it, with its year where the card has one. */
export function birthdayText(birthday: string, locale: string): string {
  const [, year = "", month = "", day = ""] = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(birthday) ?? [];
  if (year === "") return birthday;
  const at = new Date(Date.UTC(year === "-" ? 2000 : Number(year), Number(month) - 1, Number(day)));
  return at.toLocaleDateString(locale, { day: "numeric", month: "long", timeZone: "UTC", ...(year !== "-" && { year: "numeric" }) });
}

/** The extension of a file name, such as `PDF` or `DOCX`; at most four characters. */
export function fileEnding(name: string | null): string {
  return (/\.([A-Za-z0-9]{1,5})$/.exec(name ?? "")?.[1] ?? "").slice(0, 4).toUpperCase();
}

const SHEET_COLOUR: Readonly<Record<string, string>> = {
  PDF: "#C4372C",
  DOC: "#2B5EA7",
  DOCX: "#2B5EA7",
  ODT: "#2B5EA7",
  XLS: "#1F7A4C",
  XLSX: "#1F7A4C",
  CSV: "#1F7A4C",
  ZIP: "#6B5BA8",
};

/** The colour of a document's icon by its extension; white text on it is readable. */
export const sheetColour = (ending: string): string => SHEET_COLOUR[ending] ?? "#4A6674";
