export { TemplateCards } from "./TemplateCards";
export { FileInput } from "./FileInput";
export { TemplateFields } from "./TemplateFields";
export { TemplateFileTop, TemplatePreview } from "./TemplatePreview";
export { TemplateMediaTile, TemplatePlaceTile } from "./TemplateTop";
