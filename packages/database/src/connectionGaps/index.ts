export { closeGap, countRecovered, listGaps, openGap, recordDroppedTime, recordUnkeptTime } from "./connectionGaps.js";
export { resolveGap } from "./resolveGap.js";
export type { ConnectionGapRow } from "./connectionGaps.js";
export { isSinceGap, listGapQuestions, recordGapQuestion } from "./gapQuestions.js";
export type { GapQuestion, GapQuestionLimits } from "./gapQuestions.js";
