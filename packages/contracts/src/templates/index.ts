export { applyTemplateToList, sortTemplates } from "./templateList.reducer.js";
export type { SentTemplateView, TemplateButtonView, TemplateComponentView, TemplateListView, TemplateView } from "./templates.views.js";
