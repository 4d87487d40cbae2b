export { applyTemplateToList, sortTemplates } from "./templateList.reducer.js";
export type { TemplateChoice } from "./templateChoice.js";
export type { SentTemplateView, TemplateButtonView, TemplateComponentView, TemplateListView, TemplateView } from "./templates.views.js";
