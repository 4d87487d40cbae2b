export { cleanText, cleanTexts } from "./cleanText.js";
export { COMMENT_PREFIX, commentIn } from "./comment.js";
export { cleanFileName, foldText, stripAccents } from "./folding.js";
export { splitMentions } from "./mentions.js";
export { fillPlaceholders, PLACEHOLDERS, placeholderValues, unfilledPlaceholders } from "./placeholders.js";
export type { Placeholder } from "./placeholders.js";
export { previewText } from "./preview.js";
export { searchedText } from "./searchedText.js";
export { withoutSignature } from "./signature.js";
