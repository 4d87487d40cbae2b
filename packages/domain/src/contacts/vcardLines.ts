/** One property of a vCard, its value decoded. */
export interface CardLine {
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
export function toCardLines(text: string): CardLine[] {
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
