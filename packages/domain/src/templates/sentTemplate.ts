import type { TemplateComponent, TemplateFacts } from "./template.js";
import { TEMPLATE_LIMITS } from "./templateLimits.js";
import { countVariables, fillVariables } from "./templateVariables.js";

/**
 * A template as it was sent: what its bubble shows and what its hand-off needs, stored with the
 * message (D-086).
 */
export interface SentTemplate {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly header: string | null;
  readonly footer: string | null;
  readonly buttons: TemplateComponent["buttons"];
  readonly values: readonly string[];
}

/** A template with one text per variable, which may have placeholders of the recipient. */
export interface TemplateWithValues {
  readonly template: TemplateFacts;
  readonly values: readonly string[];
}

/** Why a template cannot be sent from Balcão. */
export type TemplateObstacle = "status" | "header" | "variables" | "buttons";

const SENDABLE_BUTTONS: ReadonlySet<string> = new Set(["QUICK_REPLY", "URL", "PHONE_NUMBER", "VOICE_CALL"]);

const componentOf = (template: Pick<TemplateFacts, "components">, type: string): TemplateComponent | undefined =>
  template.components.find((component) => component.type === type);

/**
 * The text of a part of a template, with its variables; empty when the template has no such part.
 */
export function templateText(template: Pick<TemplateFacts, "components">, part: "HEADER" | "BODY" | "FOOTER"): string {
  return componentOf(template, part)?.text ?? "";
}

/**
 * Null when a template may be sent with values for its body only. Templates that Meta has not
 * approved may not be sent, nor those that need more (a picture, a variable in header or link,
 * named variables) (TMPL-008).
 */
export function obstacleToSend(template: TemplateFacts): TemplateObstacle | null {
  if (template.status !== "APPROVED") return "status";
  const header = componentOf(template, "HEADER");
  if (header && ((header.format ?? "TEXT") !== "TEXT" || countVariables(header.text ?? "") !== 0)) return "header";
  if (countVariables(templateText(template, "BODY")) === null) return "variables";
  const buttons = componentOf(template, "BUTTONS")?.buttons ?? [];
  const isPlain = ({ type, url }: (typeof buttons)[number]): boolean => SENDABLE_BUTTONS.has(type) && !(url ?? "").includes("{{");
  return buttons.every(isPlain) ? null : "buttons";
}

export type ValueRule = "required" | "tooLong" | "oneLine";

/**
 * The fault of each value, in order; Meta refuses line breaks, tabs and long gaps in a value. There
 * must be as many values as the body has variables.
 */
export function findValueFaults(values: readonly string[]): (ValueRule | null)[] {
  return values.map((value) => {
    if (value.trim() === "") return "required";
    if (value.length > TEMPLATE_LIMITS.value) return "tooLong";
    return /[\r\n\t]| {5}/.test(value) ? "oneLine" : null;
  });
}

/** A template with its values filled in. `body` is the text that lists and search show. */
export function toSentTemplate(template: TemplateFacts, values: readonly string[]): { readonly body: string; readonly sent: SentTemplate } {
  const { name, language, category } = template;
  return {
    body: fillVariables(templateText(template, "BODY"), values),
    sent: {
      name,
      language,
      category,
      header: templateText(template, "HEADER") || null,
      footer: templateText(template, "FOOTER") || null,
      buttons: componentOf(template, "BUTTONS")?.buttons ?? [],
      values,
    },
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Reads the details that were stored with a message; null when they are not a sent template. */
export function readSentTemplate(details: unknown): SentTemplate | null {
  if (!isRecord(details)) return null;
  const { name, language, category, header, footer, buttons, values } = details;
  if (typeof name !== "string" || typeof language !== "string") return null;
  return {
    name,
    language,
    category: textOf(category) ?? "",
    header: textOf(header),
    footer: textOf(footer),
    buttons: Array.isArray(buttons)
      ? buttons.filter(isRecord).map(({ type, text, url, phoneNumber }) => ({
          type: textOf(type) ?? "",
          text: textOf(text) ?? "",
          url: textOf(url),
          phoneNumber: textOf(phoneNumber),
        }))
      : [],
    values: Array.isArray(values) ? values.map(String) : [],
  };
}
