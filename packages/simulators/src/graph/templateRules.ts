import { failure } from "./failure.js";
import { listOf, objectOf, textOf, toJson } from "./fields.js";
import type { GraphTemplate, Json } from "./types.js";

/** Throws Meta's failure for a file of this kind that cannot be sent. */
type CheckMedia = (kind: string, media: Json) => void;

/** Part of a definition with the components that a send gives it. */
interface Pair {
  readonly defined: readonly Json[];
  readonly given: readonly Json[];
}

const LONGEST_CODE = 15;
const MEDIA_FORMATS = ["IMAGE", "VIDEO", "DOCUMENT"];
/** Buttons of which a send must say something, with Meta's name of their type. */
const NEEDY: Readonly<Record<string, string>> = { COPY_CODE: "CopyCode", FLOW: "Flow" };
/** Buttons that take no parameter at all. */
const FIXED: Readonly<Record<string, string>> = { PHONE_NUMBER: "Call", VOICE_CALL: "Call", REQUEST_CONTACT_INFO: "RequestContactInfo" };
const SUB_TYPES: Readonly<Record<string, string>> = { URL: "url", COPY_CODE: "copy_code", FLOW: "flow", QUICK_REPLY: "quick_reply" };

/**
 * Checks the components of a send against the template that Meta approved, as Meta documents them under
 * templates/components, marketing-templates/coupon-templates and media-card-carousel-templates. Each
 * refusal of which a report shows Meta's words is named by it in the tests.
 */
export function checkTemplateSend(template: GraphTemplate, components: readonly Json[], checkMedia: CheckMedia): void {
  const carousel = partOf(template.components, "CAROUSEL");
  for (const { type } of components.map((part) => ({ type: textOf(part, "type").toLowerCase() })))
    if (!["header", "body", "button", "carousel"].includes(type))
      throw failure(100, `Param template['components'] type must be one of {HEADER, BODY, BUTTON, CAROUSEL} - got "${type}".`);
  checkParts({ defined: template.components, given: components }, checkMedia);
  const cards = listOf(givenOf(components, "carousel")[0] ?? {}, "cards");
  if (carousel === undefined) {
    if (cards.length > 0) throw failure(132012, "carousel: Format mismatch, expected UNKNOWN, received CAROUSEL");
    return;
  }
  const defined = listOf(carousel, "cards");
  if (cards.length !== defined.length)
    throw failure(132012, `carousel: Format mismatch, expected ${defined.length} cards, received ${cards.length}`);
  for (const [index, card] of defined.entries()) {
    const given = cards.find((each) => each["card_index"] === index);
    if (given === undefined) throw failure(132012, `carousel: card_index ${index} is missing`);
    checkParts({ defined: listOf(card, "components"), given: listOf(given, "components") }, checkMedia);
  }
}

function checkParts({ defined, given }: Pair, checkMedia: CheckMedia): void {
  checkHeader(partOf(defined, "HEADER"), givenOf(given, "header"), checkMedia);
  checkTexts("body", textOf(partOf(defined, "BODY") ?? {}, "text"), givenOf(given, "body"));
  checkButtons(listOf(partOf(defined, "BUTTONS") ?? {}, "buttons"), givenOf(given, "button"));
}

function checkHeader(header: Json | undefined, given: readonly Json[], checkMedia: CheckMedia): void {
  const format = header === undefined ? "TEXT" : textOf(header, "format") || "TEXT";
  if (format === "TEXT") return checkTexts("header", textOf(header ?? {}, "text"), given);
  const [parameter, ...others] = parametersOf(given);
  const type = textOf(parameter ?? {}, "type");
  if (parameter === undefined || others.length > 0 || type.toUpperCase() !== format)
    throw failure(132012, `header: Format mismatch, expected ${format}, received ${type.toUpperCase() || "UNKNOWN"}`);
  if (MEDIA_FORMATS.includes(format)) return checkMedia(type, objectOf(parameter, type));
  const { latitude, longitude, name, address } = objectOf(parameter, "location");
  if (!isCoordinate(latitude, 90) || !isCoordinate(longitude, 180)) throw failure(131009, "header: latitude and longitude must be numbers");
  if (!isText(name) || !isText(address)) throw failure(131008, "header: name and address of the location are required");
}

/** Named variables need their names, numbered ones only their number. */
function checkTexts(where: string, text: string, given: readonly Json[]): void {
  const wanted = variablesOf(text);
  const parameters = parametersOf(given);
  for (const [index, parameter] of parameters.entries()) {
    if (textOf(parameter, "type") !== "text") throw failure(132012, `${where}: Format mismatch, expected TEXT`);
    if (typeof parameter["text"] !== "string")
      throw failure(100, `Param template['components'][0]['parameters'][${index}]['text'] must be a string.`);
    if (parameter["text"].trim() === "") throw failure(132012, "a parameter is empty");
    if (/[\r\n\t]| {5}/.test(parameter["text"]))
      throw failure(132018, "Param text cannot have new-line/tab characters or more than 4 consecutive spaces");
  }
  if (parameters.length !== wanted.length)
    throw failure(
      132000,
      `${where}: number of localizable_params (${parameters.length}) does not match the expected number of params (${wanted.length})`,
    );
  if (wanted.every((name) => /^\d+$/.test(name))) return;
  const names = parameters.map((parameter) => textOf(parameter, "parameter_name"));
  if (names.includes("")) throw failure(100, "Parameter name is missing or empty");
  if (!wanted.every((name) => names.includes(name))) throw failure(132012, `${where}: a parameter_name is none of the template's`);
}

function checkButtons(buttons: readonly Json[], given: readonly Json[]): void {
  const byIndex = new Map(given.map((part) => [Number(part["index"]), part]));
  if (byIndex.size < given.length) throw failure(131009, "buttons: two components have the same index");
  for (const index of byIndex.keys())
    if (buttons[index] === undefined) throw failure(132000, `buttons: there is no button at index ${index}`);
  for (const [index, button] of buttons.entries()) checkButton(button, index, byIndex.get(index));
}

function checkButton(button: Json, index: number, given: Json | undefined): void {
  const type = textOf(button, "type");
  const fixed = FIXED[type] ?? (type === "URL" && variablesOf(textOf(button, "url")).length === 0 ? "Url" : undefined);
  if (fixed !== undefined) {
    if (given !== undefined) throw failure(100, `buttons: Button at index ${index} is of type ${fixed} and does not support parameters`);
    return;
  }
  const needs = NEEDY[type] ?? (type === "URL" || type === "OTP" ? "Url" : undefined);
  if (given === undefined) {
    if (needs !== undefined) throw failure(131008, `buttons: Button at index ${index} of type ${needs} requires a parameter`);
    return;
  }
  const subType = textOf(given, "sub_type").toLowerCase();
  if (subType !== (SUB_TYPES[type] ?? "url"))
    throw failure(132012, `buttons: Button at index ${index} is of type ${type}, received ${subType}`);
  const [parameter, ...others] = listOf(given, "parameters");
  if (parameter === undefined || others.length > 0)
    throw failure(131008, `buttons: Button at index ${index} of type ${needs ?? type} requires a parameter`);
  checkButtonValue(subType, parameter);
}

function checkButtonValue(subType: string, parameter: Json): void {
  const of = (type: string): string => {
    if (textOf(parameter, "type") !== type) throw failure(132012, `buttons: Format mismatch, expected ${type}`);
    return textOf(parameter, type);
  };
  switch (subType) {
    case "url":
      if (of("text").trim() === "") throw failure(131008, "buttons: text is required");
      return;
    case "copy_code": {
      const code = of("coupon_code");
      if (code === "" || code.length > LONGEST_CODE) throw failure(131009, `buttons: a coupon_code has 1 to ${LONGEST_CODE} characters`);
      return;
    }
    case "flow":
      of("action");
      return;
    case "quick_reply":
      if (of("payload") === "") throw failure(131008, "buttons: payload is required");
  }
}

function partOf(components: readonly Json[], type: string): Json | undefined {
  return components.find((part) => textOf(part, "type").toUpperCase() === type);
}

function givenOf(components: readonly Json[], type: string): Json[] {
  return components.filter((part) => textOf(part, "type").toLowerCase() === type);
}

const parametersOf = (parts: readonly Json[]): Json[] => parts.flatMap((part) => listOf(part, "parameters"));

/** Meta's samples have the two as texts, its reference as numbers; it takes both. */
function isCoordinate(value: unknown, most: number): boolean {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Math.abs(number) <= most;
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

/** The text of a template's body. */
export function bodyOf(template: Pick<GraphTemplate, "components">): string {
  return textOf(toJson(partOf(template.components, "BODY")), "text");
}

/** The different variables of a text: `{{1}}`, `{{2}}` or `{{name}}`. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\d+|[a-z_][a-z0-9_]*)\}\}/g)].map(([, name = ""]) => name))];
}
