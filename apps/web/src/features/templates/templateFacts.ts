import type { TemplateView } from "@balcao/contracts/templates";
import type { TFunction } from "i18next";

/** Green for approved, red for rejected, orange for everything in between (TMPL-002). */
export function statusTone(status: string): "success" | "error" | "warning" {
  return status === "APPROVED" ? "success" : status === "REJECTED" ? "error" : "warning";
}

const CATEGORIES = ["UTILITY", "MARKETING", "AUTHENTICATION"] as const;
const LANGUAGES = ["pt_BR", "en_US", "es_ES"] as const;

/** The translated name of a category; Meta's own name for an unknown one. */
export function toCategoryName(t: TFunction<"templates">, category: string): string {
  const known = CATEGORIES.find((each) => each === category);
  return known ? t(`category.${known}`) : category;
}

/** The translated name of a language; its code for an unknown one. */
export function toLanguageName(t: TFunction<"templates">, language: string): string {
  const known = LANGUAGES.find((each) => each === language);
  return known ? t(`language.${known}`) : language;
}

/** Identifies a template in a list: the same name may exist in several languages. */
export const toTemplateKey = ({ name, language }: Pick<TemplateView, "name" | "language">): string => `${name}/${language}`;

/** The text of a part of a template; empty when the template has no such part. */
export const partOf = ({ components }: Pick<TemplateView, "components">, type: "HEADER" | "BODY" | "FOOTER"): string =>
  components.find((component) => component.type === type)?.text ?? "";
