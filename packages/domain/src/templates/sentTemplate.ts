import type { TemplateComponentButton, TemplateFacts } from "./template.js";
import { versionOf } from "./versionOf.js";
import { TEMPLATE_MEDIA, walkTemplate, type TemplateFace, type TemplatePart } from "./walkTemplate.js";

/**
 * A template as it was sent: what its bubble shows and what its hand-off needs, stored with the
 * message (D-086). Its files stand in it by their ids.
 */
export interface SentTemplate extends Omit<TemplateFace, "body"> {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly values: readonly string[];
  readonly parts: readonly TemplatePart[];
  /** That of the template which the sender saw; null for a message from before D-321. */
  readonly version: string | null;
}

/** A template with one value per field, which may have placeholders of the recipient. */
export interface TemplateWithValues {
  readonly template: TemplateFacts;
  readonly values: readonly string[];
  /** The files that the values name; absent in what was stored before D-320. */
  readonly files?: readonly TemplateFile[];
}

/** A stored file that a template has. Size in bytes. */
export interface TemplateFile {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  readonly size: number;
}

/**
 * The text of a part of a template, with its variables; empty when the template has no such part.
 */
export function templateText({ components }: Pick<TemplateFacts, "components">, part: "HEADER" | "BODY" | "FOOTER"): string {
  return components.find((component) => component.type === part)?.text ?? "";
}

/** A template with its values filled in. `body` is the text that lists and search show. */
export function toSentTemplate(template: TemplateFacts, values: readonly string[]): { readonly body: string; readonly sent: SentTemplate } {
  const { name, language, category } = template;
  let at = 0;
  const { face, parts } = walkTemplate(template, () => (values[at++] ?? "").trim());
  const { body, ...shown } = face;
  return { body, sent: { name, language, category, ...shown, values, parts, version: versionOf(template) } };
}

/** The ids of the files of a sent template: the one of its header, or those of its cards. */
export function filesOfSent({ media, cards }: Pick<SentTemplate, "media" | "cards">): readonly string[] {
  return [media, ...cards.map((card) => card.media)].flatMap((each) => each?.file ?? []);
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const recordsOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Reads the details that were stored with a message; null when they are not a sent template. */
export function readSentTemplate(details: unknown): SentTemplate | null {
  if (!isRecord(details)) return null;
  const { name, language, category } = details;
  if (typeof name !== "string" || typeof language !== "string") return null;
  const values = Array.isArray(details["values"]) ? details["values"].map(String) : [];
  const { body: _inMessage, ...face } = readFace(details);
  // A message from before D-320 stored the values of its body alone.
  const parts = Array.isArray(details["parts"]) ? recordsOf(details["parts"]) : toBodyPart(values);
  return { name, language, category: textOf(category) ?? "", ...face, values, parts, version: textOf(details["version"]) };
}

const toBodyPart = (values: readonly string[]): readonly TemplatePart[] =>
  values.length === 0 ? [] : [{ type: "body", parameters: values.map((text) => ({ type: "text", text })) }];

function readFace(stored: Fields): TemplateFace {
  const { header, footer, body } = stored;
  return {
    header: textOf(header),
    footer: textOf(footer),
    body: textOf(body) ?? "",
    media: readMedia(stored["media"]),
    place: readPlace(stored["place"]),
    buttons: recordsOf(stored["buttons"]).map(readButton),
    cards: recordsOf(stored["cards"]).map(readFace),
  };
}

function readMedia(stored: unknown): TemplateFace["media"] {
  if (!isRecord(stored)) return null;
  const kind = TEMPLATE_MEDIA.find((each) => each === stored["kind"]);
  const file = textOf(stored["file"]);
  return kind && file !== null ? { kind, file } : null;
}

function readPlace(stored: unknown): TemplateFace["place"] {
  if (!isRecord(stored)) return null;
  const { latitude, longitude, name, address } = stored;
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return { latitude, longitude, name: textOf(name) ?? "", address: textOf(address) ?? "" };
}

function readButton({ type, text, url, phoneNumber, code }: Fields): TemplateComponentButton {
  const copied = textOf(code);
  return {
    type: textOf(type) ?? "",
    text: textOf(text) ?? "",
    url: textOf(url),
    phoneNumber: textOf(phoneNumber),
    ...(copied !== null && { code: copied }),
  };
}
