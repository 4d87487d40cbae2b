import type { TemplateForm } from "@balcao/domain/forms";
import { TEMPLATE_LIMITS, type TemplateButton, type TemplateDraft } from "@balcao/domain/templates";

export const EMPTY_DRAFT: TemplateForm = {
  name: "",
  category: "UTILITY",
  language: "pt_BR",
  header: "",
  headerKind: undefined,
  headerFile: "",
  body: "",
  footer: "",
  buttons: [],
};

/**
 * Turns a typed name into one that Meta accepts: lower case without accents, with _ between the
 * words.
 */
export function toTemplateName(typed: string): string {
  return typed
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, TEMPLATE_LIMITS.name);
}

/** An empty button of a type; `text` is the label to keep from the previous type. */
export function toButton(type: TemplateButton["type"], text = ""): TemplateButton {
  if (type === "URL") return { type, text, url: "" };
  return type === "PHONE_NUMBER" ? { type, text, phone_number: "" } : { type, text };
}

/** The body of the call that submits a draft. Parts without a text are left out. */
export function toCreateBody({ name, language, category, header, headerKind, headerFile, body, footer, buttons }: TemplateDraft) {
  return {
    name,
    language,
    category,
    components: [
      ...(header === "" ? [] : [{ type: "HEADER", format: "TEXT", text: header }]),
      ...(headerKind === undefined ? [] : [{ type: "HEADER", format: headerKind.toUpperCase(), file: headerFile ?? "" }]),
      { type: "BODY", text: body },
      ...(footer === "" ? [] : [{ type: "FOOTER", text: footer }]),
    ],
    buttons: [...buttons],
  };
}
