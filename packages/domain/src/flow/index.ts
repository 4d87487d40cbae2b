export { isThere, mayAttend, nextAttendant, peopleBelowLimit, shareOut, type Share, type SharedQueue, type Sharer } from "./shares.js";
export { DECISION_RULES, type DecisionRule } from "./decisionRules.js";
export { BREAKER, BREAKER_COMMENT, CHATBOT_TURNS, isBreakerOpen, OUT_OF_HOURS_PAUSE_MS } from "./breaker.js";
export {
  decideFlow,
  decideOnPhone,
  flowStateOf,
  isAnsweredContact,
  reopenedStep,
  type Bot,
  type DecidedState,
  type FlowDecision,
  type FlowFacts,
  type FlowPlace,
  type QueueHours,
} from "./flowEvent.js";
export { FLOW, type FlowCell, type FlowChange, type FlowStep, type FlowText } from "./flowTable.js";
export { isOwnWords, MAX_QUESTIONS, menuText, questionsText, readMenuAnswer, type MenuAnswer, type MenuOption } from "./menu.js";
