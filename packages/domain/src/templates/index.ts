export { filesOfSent, readSentTemplate, templateText, toSentTemplate } from "./sentTemplate.js";
export type { SentTemplate, TemplateFile, TemplateWithValues } from "./sentTemplate.js";
export { TEMPLATE_CATEGORIES, TEMPLATE_HEADER_KINDS, TEMPLATE_LANGUAGES } from "./template.js";
export type {
  TemplateButton,
  TemplateComponent,
  TemplateComponentButton,
  TemplateDraft,
  TemplateFacts,
  TemplateHeaderKind,
} from "./template.js";
export { findTemplateFaults, obstacleToButton, TEMPLATE_SENTENCES } from "./templateFaults.js";
export type { TemplateRule } from "./templateFaults.js";
export { fieldsOf, findValueFaults, isMediaField, longestValue, obstacleToSend } from "./templateFields.js";
export type { TemplateObstacle } from "./templateFields.js";
export { TEMPLATE_LIMITS } from "./templateLimits.js";
export { nextVariable, variablesOf } from "./templateVariables.js";
export { versionOf } from "./versionOf.js";
export { TEMPLATE_MEDIA } from "./walkTemplate.js";
export type { TemplateFace, TemplateField, TemplateMedia, TemplatePlace } from "./walkTemplate.js";
