export { TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES } from "./template.js";
export type { TemplateButton, TemplateCategory, TemplateComponent, TemplateDraft, TemplateFacts, TemplateLanguage } from "./template.js";
