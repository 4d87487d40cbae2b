export { isStillDue, nextOccurrence, nextOccurrences, RECURRENCES, WEEKDAYS, type Recurrence, type ScheduleRule } from "./recurrence.js";
export { isPlanFailure, plannedChoices, plannedComment, plannedFault, plannedMoment, type PlanFailure } from "./planned.js";
export { quarterlyMonths, shownRuleValue, toRuleValue } from "./ruleValue.js";
