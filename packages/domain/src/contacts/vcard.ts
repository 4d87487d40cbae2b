import { digitsOf } from "./phone.js";

/**
 * The content of a received card. `phones` are as they are written on it, to be read like every
 * number; those that WhatsApp itself confirmed (`waid`) come first, as `+` and digits.
 */
export interface ContactCard {
  readonly name: string;
  readonly phones: readonly string[];
}

interface CardLine {
  readonly name: string;
  readonly parameters: string;
  readonly value: string;
}

/** Reads the name (FN, else N) and the numbers of a vCard; null when the text is not a vCard. */
export function readVcard(text: string): ContactCard | null {
  if (!/BEGIN:VCARD/i.test(text)) return null;
  const lines = text
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r?\n/)
    .flatMap(toLine);
  const valueOf = (name: string): string => unescape(lines.find((line) => line.name === name)?.value ?? "").trim();
  const phones = lines
    .filter((line) => line.name === "TEL")
    .map(({ parameters, value }) => ({ waid: /waid=(\d+)/i.exec(parameters)?.[1], written: unescape(value).replace(/^tel:/i, "").trim() }));
  const found = [
    ...phones.flatMap(({ waid }) => (waid === undefined ? [] : `+${waid}`)),
    ...phones.flatMap(({ waid, written }) => (waid === undefined && digitsOf(written) !== "" ? written : [])),
  ];
  return {
    name: valueOf("FN") || nameOfParts(valueOf("N")),
    phones: [...new Set(found)],
  };
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

function toLine(text: string): CardLine[] {
  const match = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/.exec(text);
  if (match === null) return [];
  const [, name = "", parameters = "", value = ""] = match;
  return [{ name: name.toUpperCase(), parameters, value }];
}

function nameOfParts(value: string): string {
  const [family = "", given = ""] = value.split(";");
  return `${given} ${family}`.trim();
}

function escape(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

function unescape(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_all, char: string) => (char.toLowerCase() === "n" ? " " : char));
}
