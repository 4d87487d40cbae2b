export { findValueFaults, obstacleToSend, readSentTemplate, templateText, toSentTemplate } from "./sentTemplate.js";
export type { SentTemplate, TemplateObstacle, TemplateWithValues, ValueRule } from "./sentTemplate.js";
export { TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES } from "./template.js";
export type { TemplateButton, TemplateCategory, TemplateComponent, TemplateDraft, TemplateFacts, TemplateLanguage } from "./template.js";
export { findTemplateFaults, obstacleToButton, TEMPLATE_SENTENCES } from "./templateFaults.js";
export type { TemplateFault, TemplateRule } from "./templateFaults.js";
export { TEMPLATE_LIMITS } from "./templateLimits.js";
export { countVariables, fillVariables, nextVariable, variablesOf } from "./templateVariables.js";
