export { isStillDue } from "./lateRule.js";
export { isPlanFailure, PLAN_FAILURES, plannedChoices, plannedFault, plannedMoment } from "./planned.js";
export type { PlanFailure, PlannedChoice } from "./planned.js";
export { nextOccurrence, nextOccurrences, RECURRENCES, WEEKDAYS } from "./recurrence.js";
export type { Recurrence, ScheduleRule } from "./recurrence.js";
export { quarterlyMonths, shownRuleValue, toRuleValue } from "./ruleValue.js";
