import { objectAt, objectsAt, textAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";

/** The vCard of a contact of Meta, in the form that WhatsApp itself sends. */
export function toVcard(contact: PlainObject): { readonly name: string; readonly vcard: string } {
  const parts = objectAt(contact, "name");
  const given = textAt(parts, "first_name");
  const family = textAt(parts, "last_name");
  const name = textAt(parts, "formatted_name") || `${given} ${family}`.trim();
  const organisation = textAt(objectAt(contact, "org"), "company");
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${escape(family)};${escape(given || name)};;;`,
    `FN:${escape(name)}`,
    ...(organisation === "" ? [] : [`ORG:${escape(organisation)}`]),
    ...objectsAt(contact, "phones").flatMap(toPhoneLine),
    ...objectsAt(contact, "emails").flatMap((email) => lineOf("EMAIL", textAt(email, "email"))),
    ...objectsAt(contact, "urls").flatMap((url) => lineOf("URL", textAt(url, "url"))),
    "END:VCARD",
  ];
  return { name, vcard: lines.join("\n") };
}

function toPhoneLine(entry: PlainObject): string[] {
  const waId = textAt(entry, "wa_id").replace(/\D/g, "");
  const phone = textAt(entry, "phone") || (waId === "" ? "" : `+${waId}`);
  return lineOf(waId === "" ? "TEL;type=CELL" : `TEL;type=CELL;waid=${waId}`, phone);
}

function lineOf(name: string, value: string): string[] {
  return value === "" ? [] : [`${name}:${escape(value)}`];
}

function escape(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}
