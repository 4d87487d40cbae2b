import type { TemplateComponent, TemplateFacts } from "./template.js";
import { TEMPLATE_LIMITS } from "./templateLimits.js";
import { countVariables, fillVariables } from "./templateVariables.js";

/** A template as it was sent: what its bubble shows and what its hand-off needs, kept with the message (D-086). */
export interface SentTemplate {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly header: string | null;
  readonly footer: string | null;
  readonly buttons: TemplateComponent["buttons"];
  readonly values: readonly string[];
}

/** Why a template cannot be sent from here. */
export type TemplateObstacle = "status" | "header" | "variables" | "buttons";

const SENDABLE_BUTTONS: ReadonlySet<string> = new Set(["QUICK_REPLY", "URL", "PHONE_NUMBER", "VOICE_CALL"]);

const componentOf = (template: Pick<TemplateFacts, "components">, type: string): TemplateComponent | undefined =>
  template.components.find((component) => component.type === type);

/** The text of a template's part, with its variables; empty when it has none. */
export function templateText(template: Pick<TemplateFacts, "components">, part: "HEADER" | "BODY" | "FOOTER"): string {
  return componentOf(template, part)?.text ?? "";
}

/**
 * Null when a template may be sent with values for its body alone. Those that Meta has not approved, and those made elsewhere that need more than
 * body values (a picture, a variable in header or link, names instead of numbers), may not (TMPL-008, D-216).
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

/** What is wrong with each value, in order; Meta takes no line breaks, tabs or long gaps within one. Their number must be the body's (D-216). */
export function findValueFaults(values: readonly string[]): (ValueRule | null)[] {
  return values.map((value) => {
    if (value.trim() === "") return "required";
    if (value.length > TEMPLATE_LIMITS.value) return "tooLong";
    return /[\r\n\t]| {5}/.test(value) ? "oneLine" : null;
  });
}

/** A template with its values, as it goes out. `body` is what lists and search show. */
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

/** Reads back what was kept with a message; null when it is no sent template. */
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
