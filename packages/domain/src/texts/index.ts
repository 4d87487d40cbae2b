export { cleanText, cleanTexts, cleanFileName, foldText, foldWords, receivedFileName, stripAccents, searchedText } from "./folding.js";
export { COMMENT_PREFIX, commentIn } from "./comment.js";
export { absentNote, handoverText, sharedNote, wakingNote, type Handover } from "./handover.js";
export { splitMentions } from "./mentions.js";
export { fillPlaceholders, PLACEHOLDERS, placeholderValues, unfilledPlaceholders, type Placeholder } from "./placeholders.js";
export { previewMedia, previewText, type PreviewMedia } from "./preview.js";
export { withoutSignature, withSignature } from "./signature.js";
