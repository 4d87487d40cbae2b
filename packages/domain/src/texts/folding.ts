import type { MessageType } from "../messages/index.js";

const LONGEST_NAME = 120;
const FORBIDDEN = /[\p{Cc}<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text without accents; characters that have no unaccented form stay. */
export function stripAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}

/**
 * The form in which typed texts are compared: no accents, lower case, single blanks (D-035).
 */
export function foldText(text: string): string {
  return stripAccents(text).toLowerCase().replace(/\s+/g, " ").trim();
}

/**
 * The words of a typed text, for comparing answers: folded, without punctuation and signs. A text of
 * signs alone stays as it is folded (D-270).
 */
export function foldWords(text: string): string {
  const folded = foldText(text.normalize("NFKC"));
  return foldText(folded.replace(/[\p{P}\p{S}]/gu, " ")) || folded;
}

/** The name of a received file as it is shown: with its accents, and without a path or marks that show it in another order. */
export const receivedFileName = (name: string): string => (name.split(/[/\\]/).at(-1) ?? "").replace(FORBIDDEN, "").trim();

/**
 * A file name for storing and sending: no accents (CONV-024), no path, no control or direction
 * marks, at most 120 characters including the unchanged extension.
 */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const clean = stripAccents(last)
    .replace(FORBIDDEN, "")
    .replace(/\s+/g, " ")
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, "");
  if (clean === "") return "file";
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? "";
  return [...clean.slice(0, clean.length - ending.length)].slice(0, LONGEST_NAME - ending.length).join("") + ending;
}

/** The photograph of a contact card, with its continued lines. */
const PHOTO = /^PHOTO[^\r\n]*(?:\r?\n [^\r\n]*)*/gm;

/**
 * The part of a message's body that a search reads: the description of a location without its picture,
 * contact cards without photographs, any other body whole. The column `message.search` has the same rule.
 */
export function searchedText({ type, body }: { readonly type: MessageType; readonly body: string }): string {
  if (type === "location" || type === "locationMessage") return body.split("|")[2] ?? "";
  if (type === "vcard" || type === "contacts") return body.replace(PHOTO, "");
  return body;
}

/** The text as PostgreSQL can store it: U+0000 and unpaired surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** The value with every text and key in it cleaned; keys named `__proto__` are dropped. */
export function cleanTexts(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(cleanTexts);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "__proto__")
      .map(([key, item]) => [cleanText(key), cleanTexts(item)]),
  );
}
