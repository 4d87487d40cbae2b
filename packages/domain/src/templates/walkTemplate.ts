import type { TemplateComponent, TemplateComponentButton, TemplateFacts } from "./template.js";
import { fillSlots, variablesOf } from "./templateVariables.js";

/** The kinds of files that a header may have. */
export const TEMPLATE_MEDIA = ["image", "video", "document"] as const;
export type TemplateMedia = (typeof TEMPLATE_MEDIA)[number];

/**
 * What a person fills in: a text, the end of an address, the code that a button copies, a place (its
 * point, name and address), or a file.
 */
export type TemplateFieldKind = "text" | "urlSuffix" | "code" | "point" | "placeName" | "placeAddress" | TemplateMedia;

/** One value that a template needs before it can be sent. */
export interface TemplateField {
  readonly kind: TemplateFieldKind;
  readonly part: "header" | "body" | "button";
  /** The variable's number or name, or the button's text; empty where the part has only one. */
  readonly name: string;
  /** The card of a carousel, from 0; null outside of cards. */
  readonly card: number | null;
}

export interface TemplatePlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string;
  readonly address: string;
}

/** A template or one of its cards as a phone shows it. */
export interface TemplateFace {
  readonly header: string | null;
  /** The header's file, by the value that was filled in for it. */
  readonly media: { readonly kind: TemplateMedia; readonly file: string } | null;
  readonly place: TemplatePlace | null;
  readonly body: string;
  readonly footer: string | null;
  readonly buttons: readonly TemplateComponentButton[];
  readonly cards: readonly TemplateFace[];
}

/** A part of a send in the form of the Graph API; files stand in it by the value that was filled in for them. */
export type TemplatePart = Readonly<Record<string, unknown>>;

export interface WalkedTemplate {
  readonly face: TemplateFace;
  readonly parts: readonly TemplatePart[];
}

/** The value of a field; an empty one stays open in the face. */
type Take = (field: TemplateField) => string;

interface Step {
  readonly take: Take;
  readonly card: number | null;
}

/** Meta reports the button that copies a code of sign-in as an address of its own. */
const isCodeOfSignIn = ({ type, url }: TemplateComponentButton): boolean =>
  type === "OTP" || (type === "URL" && (url ?? "").startsWith("https://www.whatsapp.com/otp/code/"));

const componentOf = (components: readonly TemplateComponent[], type: string): TemplateComponent | undefined =>
  components.find((component) => component.type === type);

/**
 * Goes through a template from top to bottom and takes a value for each of its fields. The one place that
 * knows what each kind of template needs, what Graph takes for it, and what people see (D-320).
 */
export function walkTemplate({ components }: Pick<TemplateFacts, "components">, take: Take): WalkedTemplate {
  const { face, parts } = walkParts(components, { take, card: null });
  const cards = (componentOf(components, "CAROUSEL")?.cards ?? []).map((card, index) => walkParts(card, { take, card: index }));
  if (cards.length === 0) return { face, parts };
  const carousel = { type: "carousel", cards: cards.map((card, index) => ({ card_index: index, components: card.parts })) };
  return { face: { ...face, cards: cards.map((card) => card.face) }, parts: [...parts, carousel] };
}

function walkParts(components: readonly TemplateComponent[], step: Step): WalkedTemplate {
  const header = walkHeader(componentOf(components, "HEADER"), step);
  const body = walkText("body", componentOf(components, "BODY")?.text ?? "", step);
  const buttons = walkButtons(componentOf(components, "BUTTONS")?.buttons ?? [], body.values[0] ?? "", step);
  const { text: footer = null } = componentOf(components, "FOOTER") ?? {};
  return {
    face: { header: null, media: null, place: null, ...header.face, body: body.text, footer, buttons: buttons.shown, cards: [] },
    parts: [...header.parts, ...body.parts, ...buttons.parts],
  };
}

type WalkedHeader = Readonly<{ face: Partial<TemplateFace>; parts: readonly TemplatePart[] }>;

function walkHeader(header: TemplateComponent | undefined, step: Step): WalkedHeader {
  if (!header) return { face: {}, parts: [] };
  const format = (header.format ?? "TEXT").toLowerCase();
  const kind = TEMPLATE_MEDIA.find((each) => each === format);
  if (kind) {
    const file = step.take({ kind, part: "header", name: "", card: step.card });
    return { face: { media: { kind, file } }, parts: [partOf("header", [{ type: kind, [kind]: { id: file } }])] };
  }
  if (format === "location") return walkPlace(step);
  const { text, parts } = walkText("header", header.text ?? "", step);
  return { face: { header: text || null }, parts };
}

function walkPlace({ take, card }: Step): WalkedHeader {
  const point = take({ kind: "point", part: "header", name: "", card });
  const name = take({ kind: "placeName", part: "header", name: "", card });
  const address = take({ kind: "placeAddress", part: "header", name: "", card });
  const place = { ...(readPoint(point) ?? { latitude: 0, longitude: 0 }), name, address };
  return { face: { place }, parts: [partOf("header", [{ type: "location", location: place }])] };
}

interface WalkedText {
  readonly text: string;
  readonly values: readonly string[];
  readonly parts: readonly TemplatePart[];
}

/** Numbered variables count from {{1}}, named ones go by their order in the text, and Graph wants their names. */
function walkText(part: "header" | "body", text: string, { take, card }: Step): WalkedText {
  const names = sortedVariables(text);
  const isNamed = names.some((name) => !/^\d+$/.test(name));
  const values = names.map((name) => take({ kind: "text", part, name, card }));
  const byName = new Map(names.map((name, at) => [name, values[at] ?? ""]));
  const parameters = names.map((name, at) => ({ type: "text", ...(isNamed && { parameter_name: name }), text: values[at] ?? "" }));
  return { text: fillSlots(text, (name) => byName.get(name) ?? ""), values, parts: names.length === 0 ? [] : [partOf(part, parameters)] };
}

const sortedVariables = (text: string): readonly string[] => {
  const found = variablesOf(text);
  return found.every((name) => /^\d+$/.test(name)) ? [...found].sort((one, other) => Number(one) - Number(other)) : found;
};

interface WalkedButtons {
  readonly shown: readonly TemplateComponentButton[];
  readonly parts: readonly TemplatePart[];
}

function walkButtons(buttons: readonly TemplateComponentButton[], code: string, step: Step): WalkedButtons {
  const walked = buttons.map((button, index) => walkButton(button, String(index), code, step));
  return { shown: walked.map(({ shown }) => shown), parts: walked.flatMap(({ part }) => (part ? [part] : [])) };
}

type WalkedButton = Readonly<{ shown: TemplateComponentButton; part?: TemplatePart }>;

function walkButton(button: TemplateComponentButton, index: string, code: string, { take, card }: Step): WalkedButton {
  const part = (sub_type: string, parameter: object): TemplatePart => ({ type: "button", sub_type, index, parameters: [parameter] });
  const { type, text: name, url } = button;
  if (isCodeOfSignIn(button)) return { shown: button, part: part("url", { type: "text", text: code }) };
  if (type === "URL" && variablesOf(url ?? "").length > 0) {
    const suffix = take({ kind: "urlSuffix", part: "button", name, card });
    return { shown: { ...button, url: fillSlots(url ?? "", () => suffix) }, part: part("url", { type: "text", text: suffix }) };
  }
  if (type === "COPY_CODE") {
    const coupon = take({ kind: "code", part: "button", name, card });
    return { shown: { ...button, code: coupon }, part: part("copy_code", { type: "coupon_code", coupon_code: coupon }) };
  }
  // The connector adds the token, which tells one answer of the form from another.
  return type === "FLOW" ? { shown: button, part: part("flow", { type: "action", action: {} }) } : { shown: button };
}

const partOf = (type: string, parameters: readonly object[]): TemplatePart => ({ type, parameters });

const POINT = /(?<![\d.])(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)(?![\d.])/;

/** A point as people write or copy it: two numbers, also within the address of a map; null where there is none. */
export function readPoint(written: string): Pick<TemplatePlace, "latitude" | "longitude"> | null {
  const [, latitude = "", longitude = ""] = POINT.exec(written.replaceAll("%2C", ",")) ?? [];
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return latitude !== "" && Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null;
}
