import type { TemplateComponent, TemplateFacts } from "./template.js";
import { TEMPLATE_LIMITS } from "./templateLimits.js";
import { countVariables, variablesOf } from "./templateVariables.js";
import { readPoint, TEMPLATE_MEDIA, walkTemplate, type TemplateField, type TemplateFieldKind, type TemplateMedia } from "./walkTemplate.js";

/** What of a template stands against sending it from Balcão, and its name at Meta. */
export interface TemplateObstacle {
  readonly what: "status" | "header" | "variables" | "button" | "component";
  readonly name: string;
}

const SENDABLE: Readonly<Record<"component" | "header" | "button", ReadonlySet<string>>> = {
  component: new Set(["HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL"]),
  header: new Set(["TEXT", "LOCATION", ...TEMPLATE_MEDIA.map((kind) => kind.toUpperCase())]),
  button: new Set(["QUICK_REPLY", "URL", "PHONE_NUMBER", "VOICE_CALL", "COPY_CODE", "FLOW", "OTP", "REQUEST_CONTACT_INFO"]),
};

/** The values that a person fills in before a template is sent, from top to bottom (D-320). */
export function fieldsOf(template: Pick<TemplateFacts, "components">): readonly TemplateField[] {
  const fields: TemplateField[] = [];
  walkTemplate(template, (field) => {
    fields.push(field);
    return "";
  });
  return fields;
}

/**
 * Null when a template may be sent: Meta has approved it, and it has only parts that are known here
 * (TMPL-008). What cannot be sent yet is named before anybody fills it in.
 */
export function obstacleToSend(template: TemplateFacts): TemplateObstacle | null {
  if (template.status !== "APPROVED") return { what: "status", name: template.status };
  return obstacleIn(template.components);
}

function obstacleIn(components: readonly TemplateComponent[]): TemplateObstacle | null {
  for (const component of components) {
    const found = obstacleInPart(component) ?? obstacleIn((component.cards ?? []).flat());
    if (found) return found;
  }
  return null;
}

/** What stands against a part by itself, without its cards. */
function obstacleInPart({ type, format, text, buttons, cards = [] }: TemplateComponent): TemplateObstacle | null {
  const isEmpty = type === "CAROUSEL" && cards.length === 0;
  if (!SENDABLE.component.has(type) || isEmpty) return { what: "component", name: type };
  const header = format ?? "TEXT";
  if (type === "HEADER" && !SENDABLE.header.has(header)) return { what: "header", name: header };
  if (text !== null && !hasKnownVariables(text)) return { what: "variables", name: variablesOf(text).join(", ") };
  const button = buttons.find((each) => !SENDABLE.button.has(each.type));
  return button ? { what: "button", name: button.type } : null;
}

/** Variables are all numbered without a gap, or all named as Meta accepts it. */
const hasKnownVariables = (text: string): boolean =>
  countVariables(text) !== null || variablesOf(text).every((name) => /^[a-z_][a-z0-9_]*$/.test(name));

export type ValueRule = "required" | "tooLong" | "oneLine" | "spaces" | "point";

const LONGEST: Readonly<Record<Exclude<TemplateFieldKind, TemplateMedia>, number>> = {
  text: TEMPLATE_LIMITS.value,
  urlSuffix: TEMPLATE_LIMITS.buttonUrl,
  code: TEMPLATE_LIMITS.code,
  point: TEMPLATE_LIMITS.buttonUrl,
  placeName: TEMPLATE_LIMITS.value,
  placeAddress: TEMPLATE_LIMITS.value,
};

/** Whether a field is filled in with a file. */
export const isMediaField = (field: TemplateField): field is TemplateField & { readonly kind: TemplateMedia } =>
  TEMPLATE_MEDIA.some((kind) => kind === field.kind);

/** The longest value of a field, in characters. */
export const longestValue = ({ kind, part }: TemplateField): number =>
  part === "header" && kind === "text" ? TEMPLATE_LIMITS.header : LONGEST[kind as keyof typeof LONGEST];

/** The fault of each field's value, in order: Meta refuses line breaks, tabs and long gaps in a text, and blanks in an address. */
export function findValueFaults(fields: readonly TemplateField[], values: readonly string[]): (ValueRule | null)[] {
  return fields.map((field, at) => faultOf(field, values[at] ?? ""));
}

function faultOf(field: TemplateField, value: string): ValueRule | null {
  if (value.trim() === "") return "required";
  if (isMediaField(field)) return null;
  if (value.length > longestValue(field)) return "tooLong";
  if (/[\r\n\t]| {5}/.test(value)) return "oneLine";
  if (field.kind === "point") return readPoint(value) ? null : "point";
  return (field.kind === "urlSuffix" || field.kind === "code") && /\s/.test(value.trim()) ? "spaces" : null;
}
