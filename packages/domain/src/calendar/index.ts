export { isHoliday, NATIONAL_HOLIDAYS } from "./holidays.js";
export type { HolidayRules } from "./holidays.js";
export { DEFAULT_WORKING_HOURS, isAutoCloseTime, isOpeningTime, isWorkingDay, isWorkingTime, minutesOf } from "./openingHours.js";
export type { WorkingDays, WorkingHours } from "./openingHours.js";
export { formatDate, formatTime, greetingAt } from "./wording.js";
export { formatDuration, toCountingRule, workingTimeCounter, workingTimeSplitter } from "./workingMillis.js";
export type { CountedSettings, TimeSpan, UncountedReason, WorkingTimePart } from "./workingMillis.js";
export { addDays, dayBounds, dayOf, instantAt, isLocalDay, localDay, localTime, monthOf, periodBounds, weekdayOf } from "./zone.js";
export type { LocalDay, LocalTime } from "./zone.js";
