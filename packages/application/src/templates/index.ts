export { accessTemplateConnection } from "./accessTemplateConnection.js";
export { createTemplate } from "./createTemplate.js";
export { deleteTemplate } from "./deleteTemplate.js";
export { listTemplates, listTicketTemplates } from "./listTemplates.js";
export { sentTemplateView, toTemplateEvent } from "./templateView.js";
export { tellReview } from "./tellReview.js";
export type { TemplateReview } from "./tellReview.js";
