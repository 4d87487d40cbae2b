export { bareType, carriageOf } from "./carriage.js";
export type { CarriedFile } from "./carriage.js";
export { conversionOf } from "./conversions.js";
export type { Converter } from "./conversions.js";
export { isCarried, lossOf, notCarriedSentence, planMessage } from "./planMessage.js";
export type { Plan, PlannedPart } from "./planMessage.js";
export { splitText } from "./splitText.js";
