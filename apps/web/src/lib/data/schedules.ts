import type { ServerEvent } from "@balcao/contracts/live";
import { byNewestSchedule } from "@balcao/contracts/schedules";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";
import { toastOn } from "./sendToast";
import { updateRow } from "./wholeLists";

const say = toastOn("/agendamentos", "Agendamento atualizado!");

/** Who got what in the runs of a schedule. */
export const scheduleLogsQuery = (scheduleId: number) =>
  queryOptions({
    queryKey: ["scheduleLogs", scheduleId],
    queryFn: ({ signal }) => call("schedules", "logs", { params: { scheduleId } }, { signal }),
    meta: { live: true },
  });

/** The loaded list after an event; the open log is read again. */
export function updateSchedules(client: QueryClient, event: ServerEvent<"agendamento">): void {
  const { agendamentoId: id } = event;
  updateRow(client, "schedules", { id, row: event.action === "delete" ? null : event.agendamento }, byNewestSchedule);
  void client.invalidateQueries({ queryKey: scheduleLogsQuery(id).queryKey });
}

/** Says on the page of schedules that one has changed (SCHED-027). */
export function showScheduleUpdate(_client: QueryClient, event: ServerEvent<"agendamento">): void {
  if (event.action === "update") say(event.agendamentoId);
}
