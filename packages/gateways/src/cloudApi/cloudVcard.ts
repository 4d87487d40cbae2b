import { digitsOf, readVcard, type ContactCard } from "@balcao/domain/contacts";
import { objectAt, objectsAt, textAt, type PlainObject } from "../protocol/plainJson.js";

/** The vCard of a contact of Meta, in the form that WhatsApp itself sends; it has all that Meta says. */
export function toVcard(contact: PlainObject): { readonly name: string; readonly vcard: string } {
  const parts = objectAt(contact, "name");
  const [given, family, middle, prefix, suffix] = ["first_name", "last_name", "middle_name", "prefix", "suffix"].map((key) =>
    textAt(parts, key),
  );
  const firm = objectAt(contact, "org");
  const company = textAt(firm, "company");
  const name = textAt(parts, "formatted_name") || [given, family].filter(Boolean).join(" ") || company;
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${structured([family, given || name, middle, prefix, suffix])}`,
    `FN:${escape(name)}`,
    ...structuredLine("ORG", [company, ...[textAt(firm, "department")].filter(Boolean)]),
    ...lineOf("TITLE", textAt(firm, "title")),
    ...objectsAt(contact, "phones").flatMap(toPhoneLine),
    ...objectsAt(contact, "emails").flatMap((email) => lineOf("EMAIL", textAt(email, "email"))),
    ...objectsAt(contact, "addresses").flatMap((address) =>
      structuredLine("ADR", ["", "", ...["street", "city", "state", "zip", "country"].map((key) => textAt(address, key))]),
    ),
    ...objectsAt(contact, "urls").flatMap((url) => lineOf("URL", textAt(url, "url"))),
    ...lineOf("BDAY", textAt(contact, "birthday")),
    "END:VCARD",
  ];
  return { name, vcard: lines.join("\n") };
}

/** A card as a contact of Meta, which always has a name. */
export function toCloudContact({ name, vcard }: { readonly name: string; readonly vcard: string }): PlainObject {
  const card = readVcard(vcard);
  const formatted = card?.name || name || card?.phones[0] || card?.company || "Contato";
  return { name: { formatted_name: formatted, first_name: formatted }, phones: [], ...(card && toFacts(card)) };
}

function toFacts({ phones, emails, addresses, sites, company, department, title, birthday }: ContactCard): PlainObject {
  const org = filled({ company, department, title });
  return {
    phones: phones.map((written) => ({ ...toCardPhone(written), type: "CELL" })),
    ...listed("emails", emails, (email) => ({ email, type: "WORK" })),
    ...listed("addresses", addresses, (address) => ({ ...filled(address), type: "WORK" })),
    ...listed("urls", sites, (url) => ({ url, type: "WORK" })),
    ...(Object.keys(org).length > 0 && { org }),
    // Meta takes whole dates alone.
    ...(/^\d{4}-\d{2}-\d{2}$/.test(birthday) && { birthday }),
  };
}

const filled = (fields: object): PlainObject => Object.fromEntries(Object.entries(fields).filter(([, value]) => Boolean(value)));

function listed<T>(key: string, items: readonly T[], toItem: (item: T) => PlainObject): PlainObject {
  return items.length === 0 ? {} : { [key]: items.map(toItem) };
}

/** The phone of a card. One without its country is shown as it is written, and no address is made of it. */
function toCardPhone(written: string): PlainObject {
  const digits = digitsOf(written);
  return written.startsWith("+") ? { phone: `+${digits}`, wa_id: digits } : { phone: written };
}

const structured = (parts: readonly (string | undefined)[]): string => parts.map((part) => escape(part ?? "")).join(";");

const structuredLine = (name: string, parts: readonly string[]): string[] => (parts.some(Boolean) ? [`${name}:${structured(parts)}`] : []);

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
