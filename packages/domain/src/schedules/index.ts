export { isStillDue } from "./lateRule.js";
export { isPlanFailure, plannedChoices, plannedComment, plannedFault, plannedMoment } from "./planned.js";
export type { PlanFailure } from "./planned.js";
export { nextOccurrence, nextOccurrences, RECURRENCES, WEEKDAYS } from "./recurrence.js";
export type { Recurrence, ScheduleRule } from "./recurrence.js";
export { quarterlyMonths, shownRuleValue, toRuleValue } from "./ruleValue.js";
