export { applyTemplateToList, sortTemplates } from "./templateList.reducer.js";
export type { TemplateChoice } from "./templateChoice.js";
export type {
  SentCardView,
  SentTemplateView,
  TemplateButtonView,
  TemplateComponentView,
  TemplateFileView,
  TemplateListView,
  TemplateMediaView,
  TemplateView,
} from "./templates.views.js";
