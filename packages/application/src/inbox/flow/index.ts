export { answerMessage } from "./answerMessage.js";
export type { FlowResult } from "./answerMessage.js";
export { answerOnPhone } from "./answerOnPhone.js";
export { applyOptOut } from "./applyOptOut.js";
export { flowNames } from "./flowTexts.js";
export { applyScore, findRating, mayRateFrom } from "./applyScore.js";
export { wakeSnoozed } from "./wakeSnoozed.js";
export { closeIdleTickets, expireRatings, moveOffers } from "./sweeps.js";
