export { isHoliday, NATIONAL_HOLIDAYS } from "./holidays.js";
export type { HolidayRules } from "./holidays.js";
export { DEFAULT_WORKING_HOURS, isWorkingTime, minutesOf } from "./openingHours.js";
export { hoursOf, isAutoCloseTime, isOpeningTime, nextOpening, previewDays } from "./openTimes.js";
export type { CompanyHours, PreviewedDay } from "./openTimes.js";
export {
  changedDates,
  checkOwnHours,
  describeOwnHours,
  isOverMidnight,
  MONDAY_FIRST,
  NO_OWN_HOURS,
  OWN_HOURS_LIMITS,
  parseOwnHours,
  printOwnHours,
  readOwnHours,
} from "./ownHours.js";
export type { DatedHours, Interval, OwnHours, OwnHoursProblem, Range } from "./ownHours.js";
export type { WorkingHours } from "./openingHours.js";
export { formatDate, formatTime, greetingAt } from "./wording.js";
export { formatDuration, perQueue, toCountingRule, workingTimeAdder, workingTimeCounter, workingTimeSplitter } from "./workingMillis.js";
export type { WorkingTimePart } from "./workingMillis.js";
export type { TimeSpan } from "./dayPlan.js";
export { addDays, dayBounds, instantAt, isLocalDay, localDay, localTime, monthOf, periodBounds, weekdayOf } from "./zone.js";
export type { LocalDay } from "./zone.js";
