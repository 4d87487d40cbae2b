export { isHoliday, NATIONAL_HOLIDAYS } from "./holidays.js";
export type { HolidayRules } from "./holidays.js";
export { DEFAULT_WORKING_HOURS, isAutoCloseTime, isOpeningTime, isWorkingTime, minutesOf } from "./openingHours.js";
export type { WorkingHours } from "./openingHours.js";
export { formatDate, formatTime, greetingAt } from "./wording.js";
export { formatDuration, toCountingRule, workingTimeCounter, workingTimeSplitter } from "./workingMillis.js";
export type { CountedSettings, TimeSpan, WorkingTimePart } from "./workingMillis.js";
export { addDays, dayBounds, instantAt, isLocalDay, localDay, localTime, monthOf, periodBounds, weekdayOf } from "./zone.js";
export type { LocalDay } from "./zone.js";
