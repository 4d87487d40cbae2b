export { AudienceField } from "./AudienceField";
export { AuthorName } from "./AuthorName";
export { ChosenNames } from "./ChosenNames";
export { SendPreview } from "./SendPreview";
export { isTemplateComplete, toTemplateLine, WindowTemplate } from "./WindowTemplate";
export { SendStops } from "./SendStops";
export { NOBODY, toAudienceBody, toChosen, toIds } from "./chosenAudience";
export { useAudience } from "./useAudience";
export type { ChosenAudience } from "./chosenAudience";
