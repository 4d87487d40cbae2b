import type { TemplateEvent } from "../live/events.js";
import type { TemplateView } from "./templates.views.js";

/** Sorts by name, then language. */
export function sortTemplates(list: readonly TemplateView[]): readonly TemplateView[] {
  return [...list].sort((a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language));
}

/**
 * A connection's templates after a `template` event: inserted or replaced by name and language, or
 * removed in every language (RT-026).
 */
export function applyTemplateToList(list: readonly TemplateView[], event: TemplateEvent): readonly TemplateView[] {
  if (event.action === "delete") return list.filter(({ name }) => name !== event.templateName);
  const { template } = event;
  return sortTemplates([...list.filter(({ name, language }) => name !== template.name || language !== template.language), template]);
}
