export { isStillDue } from "./lateRule.js";
export { nextOccurrence, nextOccurrences, RECURRENCES, WEEKDAYS } from "./recurrence.js";
export type { Recurrence, ScheduleRule } from "./recurrence.js";
export { quarterlyMonths, toRuleValue } from "./ruleValue.js";
