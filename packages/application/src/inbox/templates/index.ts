export { accessTemplateConnection } from "./accessTemplateConnection.js";
export { chooseTemplate, readTemplateValues, toTemplateContent, type TemplateName } from "./chooseTemplate.js";
export { ownTemplateFiles, storeTemplateFile } from "./templateFiles.js";
export { createTemplate, deleteTemplate } from "./changeTemplates.js";
export { listTemplates, listTicketTemplates, sentTemplateView, toTemplateEvent } from "./templateView.js";
export { recordReview, type TemplateReview } from "./recordReview.js";
