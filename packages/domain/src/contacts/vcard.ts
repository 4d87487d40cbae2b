import { digitsOf } from "./phone.js";
import { toCardLines, type CardLine } from "./vcardLines.js";

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
