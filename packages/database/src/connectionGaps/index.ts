export { closeGap, countRecovered, listGaps, openGap, recordDroppedTime, recordUnkeptTime } from "./connectionGaps.js";
export { resolveGap } from "./resolveGap.js";
export { isSinceGap, listGapQuestions, recordGapQuestion } from "./gapQuestions.js";
export type { GapQuestionLimits } from "./gapQuestions.js";
