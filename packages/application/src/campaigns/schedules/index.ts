export { changeSchedule, createSchedule, deleteSchedule } from "./changeSchedules.js";
export { pauseSchedule } from "./pauseSchedule.js";
export { getSchedule, listScheduleRuns, listSchedules, readScheduleRows, toScheduleView } from "./readSchedules.js";
export { listPlanned } from "./planned.js";
export { sendDuePlanned, skipDuePlanned } from "./sendDuePlanned.js";
export { runDueSchedules, skipDueSchedules } from "./runDueSchedules.js";
