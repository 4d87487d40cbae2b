import type { ScheduleView } from "@balcao/contracts/schedules";

/** Whether the form may change a schedule: nothing of its present run was sent, and the moment of a single one has not come. */
export function mayChange(schedule: Pick<ScheduleView, "recurrence" | "RValue" | "status" | "enviados">): boolean {
  const { recurrence, RValue, status } = schedule;
  if (recurrence === "once" && (RValue === "1" || status === "freezing")) return false;
  return schedule.enviados === 0 || status === null || status === "done" || status === "cancelled";
}
