export { AudienceField } from "./AudienceField";
export { AuthorName, ChosenNames, useTagNames } from "./ChosenNames";
export { NightHint, SendPreview } from "./SendPreview";
export { isTemplateComplete, toTemplateLine, WindowTemplate } from "./WindowTemplate";
export { SendStops } from "./SendStops";
export { NOBODY, toAudienceBody, toChosen, toIds, type ChosenAudience, useAudience } from "./chosenAudience";
export { useShownSend } from "./useShownSend";
