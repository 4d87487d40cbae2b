export { findValueFaults, obstacleToSend, readSentTemplate, templateText, toSentTemplate } from "./sentTemplate.js";
export type { SentTemplate, TemplateWithValues } from "./sentTemplate.js";
export { TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES } from "./template.js";
export type { TemplateButton, TemplateComponent, TemplateDraft, TemplateFacts } from "./template.js";
export { findTemplateFaults, obstacleToButton, TEMPLATE_SENTENCES } from "./templateFaults.js";
export type { TemplateRule } from "./templateFaults.js";
export { TEMPLATE_LIMITS } from "./templateLimits.js";
export { countVariables, fillVariables, nextVariable, variablesOf } from "./templateVariables.js";
