export type { SentTemplateView, TemplateButtonView, TemplateComponentView, TemplateListView, TemplateView } from "./templates.views.js";
