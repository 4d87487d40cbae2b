export { TemplateCards, TemplateMediaTile, TemplatePlaceTile } from "./TemplateCards";
export { FileInput } from "./FileInput";
export { TemplateFields } from "./TemplateFields";
export { TemplateFileTop, TemplatePreview } from "./TemplatePreview";
