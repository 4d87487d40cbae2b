export { ScheduleFormDialog } from "./ScheduleFormDialog";
export { ScheduleOfSend } from "./ScheduleOfSend";
