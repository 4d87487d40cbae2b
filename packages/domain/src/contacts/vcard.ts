import { digitsOf } from "./phone.js";

/** A postal address; empty where the card does not say. */
interface CardAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

/**
 * The content of a received card. `phones` are as they are written on it, to be read like every
 * number; those that WhatsApp itself confirmed (`waid`) come first, as `+` and digits, then mobiles.
 */
export interface ContactCard {
  readonly name: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly company: string;
  readonly department: string;
  /** What the person is in the company. */
  readonly title: string;
  readonly addresses: readonly CardAddress[];
  readonly sites: readonly string[];
  /** As YYYY-MM-DD, --MM-DD without a year, or as it is written; empty without one. */
  readonly birthday: string;
}

/** One property of a vCard, its value decoded. */
interface CardLine {
  /** In capitals, without its group. */
  readonly name: string;
  readonly parameters: string;
  readonly value: string;
}

const HEAD = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):/;
const QUOTED = /[;=]QUOTED-PRINTABLE(?:;|$)/i;
const BASE64 = /[;=](?:B|BASE64)(?:;|$)/i;
/** What holds no words; a photograph is not decoded. */
const UNREAD: ReadonlySet<string> = new Set(["PHOTO", "LOGO", "SOUND", "KEY"]);

/** The properties of a vCard of any version: continued lines joined, quoted-printable and base64 values decoded in their charset. */
function toCardLines(text: string): CardLine[] {
  const whole: { parts: string[]; isQuoted: boolean }[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = whole.at(-1);
    const end = last?.parts.at(-1);
    if (last?.isQuoted === true && end?.endsWith("=") === true) last.parts.splice(-1, 1, end.slice(0, -1), line);
    else if (last !== undefined && /^[ \t]/.test(line)) last.parts.push(line.slice(1));
    else whole.push({ parts: [line], isQuoted: QUOTED.test(HEAD.exec(line)?.[2] ?? "") });
  }
  return whole.flatMap(({ parts }) => toCardLine(parts.join("")));
}

function toCardLine(text: string): CardLine[] {
  const match = HEAD.exec(text);
  if (match === null) return [];
  const [head, name = "", parameters = ""] = match;
  const line = { name: name.toUpperCase(), parameters };
  return UNREAD.has(line.name) ? [] : [{ ...line, value: decode(text.slice(head.length), parameters) }];
}

function decode(value: string, parameters: string): string {
  const bytes = QUOTED.test(parameters) ? quotedBytes(value) : BASE64.test(parameters) ? base64Bytes(value) : null;
  return bytes === null ? value : inCharset(bytes, /;CHARSET="?([\w-]+)/i.exec(parameters)?.[1]);
}

function quotedBytes(value: string): Uint8Array {
  const encoded = new TextEncoder().encode(value);
  const bytes: number[] = [];
  for (let at = 0; at < encoded.length; at += 1) {
    const hex = encoded[at] === 0x3d ? String.fromCharCode(...encoded.subarray(at + 1, at + 3)) : "";
    const isCode = /^[0-9A-F]{2}$/i.test(hex);
    bytes.push(isCode ? parseInt(hex, 16) : (encoded[at] ?? 0));
    if (isCode) at += 2;
  }
  return Uint8Array.from(bytes);
}

/** Null for what is no base64, which is then read as it is written. */
function base64Bytes(value: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(value.replace(/\s/g, "")), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Cards that name no charset, or one that is not known, are in UTF-8, and old ones in the code page of Windows. */
function inCharset(bytes: Uint8Array, charset = "utf-8"): string {
  for (const each of [charset, "utf-8"]) {
    try {
      return new TextDecoder(each, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Reads what a vCard of any version says of a person or firm; null when the text is not a vCard. */
export function readVcard(text: string): ContactCard | null {
  if (!/BEGIN:VCARD/i.test(text)) return null;
  const lines = toCardLines(text);
  const valuesOf = (name: string): string[] => lines.flatMap((line) => (line.name === name ? line.value : []));
  const textsOf = (name: string): string[] => distinct(valuesOf(name).map((value) => unescape(value).trim()));
  const [company = "", department = ""] = partsOf(valuesOf("ORG")[0] ?? "");
  const [family = "", given = ""] = partsOf(valuesOf("N")[0] ?? "");
  return {
    name: textsOf("FN")[0] ?? `${given} ${family}`.trim(),
    phones: phonesOf(lines.filter(({ name }) => name === "TEL")),
    emails: textsOf("EMAIL").map((email) => email.replace(/^mailto:/i, "")),
    company,
    department,
    title: textsOf("TITLE")[0] ?? "",
    addresses: valuesOf("ADR").flatMap(toAddress),
    sites: textsOf("URL"),
    birthday: toBirthday(textsOf("BDAY")[0] ?? ""),
  };
}

function phonesOf(lines: readonly CardLine[]): string[] {
  const phones = lines.map(({ parameters, value }) => ({
    waid: /waid=(\d+)/i.exec(parameters)?.[1],
    isMobile: /[;=,"]CELL\b/i.test(parameters),
    written: unescape(value).replace(/^tel:/i, "").trim(),
  }));
  const others = phones.filter(({ waid, written }) => waid === undefined && digitsOf(written) !== "");
  return distinct([
    ...phones.flatMap(({ waid }) => (waid === undefined ? [] : `+${waid}`)),
    ...[...others.filter(({ isMobile }) => isMobile), ...others].map(({ written }) => written),
  ]);
}

/** Post-office box and what is beside the street belong to it. */
function toAddress(value: string): CardAddress[] {
  const [box = "", beside = "", street = "", city = "", state = "", zip = "", country = ""] = partsOf(value);
  const address = { street: [street, beside, box].filter(Boolean).join(", "), city, state, zip, country };
  return Object.values(address).some(Boolean) ? [address] : [];
}

/** A card without the year has a year of its own for that: 1604. */
function toBirthday(written: string): string {
  const [, year, month, day] = /^(\d{4}|-)-?(\d{2})-?(\d{2})(?:T|$)/.exec(written) ?? [];
  if (year === undefined || month === undefined || day === undefined) return written;
  return year === "-" || year === "1604" ? `--${month}-${day}` : `${year}-${month}-${day}`;
}

const distinct = (values: readonly string[]): string[] => [...new Set(values.filter((value) => value !== ""))];

/** An address in one line, as people write it. */
export const addressLine = ({ street, city, state, zip, country }: CardAddress): string =>
  [street, city, [state, zip].filter(Boolean).join(" "), country].filter(Boolean).join(", ");

/** The card of a person of whom only the name is known, or the given one, which is then named. */
export function namedVcard({ name, vcard }: { readonly name: string; readonly vcard: string }): string {
  const card = readVcard(vcard);
  if (name.trim() === "" || (card !== null && card.name !== "")) return vcard;
  const line = `FN:${escape(name)}`;
  return card === null ? `BEGIN:VCARD\nVERSION:3.0\n${line}\nEND:VCARD` : vcard.replace(/BEGIN:VCARD/i, (begin) => `${begin}\n${line}`);
}

/**
 * The cards of a text that holds one or several, each with its name; text between them is ignored.
 */
export function readVcards(text: string): { readonly name: string; readonly vcard: string }[] {
  return text.split(/(?=BEGIN:VCARD)/i).flatMap((part) => {
    const [vcard] = /^BEGIN:VCARD[^]*?END:VCARD/i.exec(part) ?? [];
    return vcard === undefined ? [] : [{ name: readVcard(vcard)?.name ?? "", vcard }];
  });
}

/** Writes a contact's vCard so that WhatsApp offers to message the number. */
export function writeVcard(name: string, digits: string): string {
  const safe = escape(name);
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:;${safe};;;`,
    `FN:${safe}`,
    `TEL;type=CELL;type=VOICE;waid=${digits}:+${digits}`,
    "END:VCARD",
  ].join("\n");
}

/** The parts of a structured value, which are divided by semicolons. */
function partsOf(value: string): string[] {
  const parts: string[] = [""];
  for (const each of value.match(/(?:\\.|[^;\\])+|;/g) ?? []) {
    if (each === ";") parts.push("");
    else parts[parts.length - 1] = unescape(each).trim();
  }
  return parts;
}

function escape(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

function unescape(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_all, char: string) => (char.toLowerCase() === "n" ? " " : char));
}
