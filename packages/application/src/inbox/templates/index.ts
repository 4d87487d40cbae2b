export { accessTemplateConnection } from "./accessTemplateConnection.js";
export { checkTemplateValues, chooseTemplate, toTemplateContent } from "./chooseTemplate.js";
export type { TemplateName } from "./chooseTemplate.js";
export { createTemplate } from "./createTemplate.js";
export { deleteTemplate } from "./deleteTemplate.js";
export { listTemplates, listTicketTemplates } from "./listTemplates.js";
export { sentTemplateView, toTemplateEvent } from "./templateView.js";
export { recordReview } from "./recordReview.js";
export type { TemplateReview } from "./recordReview.js";
