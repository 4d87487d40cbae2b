import type { ServerEvent } from "@balcao/contracts/live";
import { byNewestSchedule } from "@balcao/contracts/schedules";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";
import { toasts } from "../toasts";
import { updateRow } from "./wholeLists";

/** One row causes a toast at most so often, in milliseconds: it changes with each message. */
const PAUSE_MS = 10_000;

/** Makes what says, on its page alone, that a row has changed. */
export function toastOn(page: string, text: string): (id: number) => void {
  const toldAt = new Map<number, number>();
  return (id) => {
    const last = toldAt.get(id);
    const now = performance.now();
    if (!window.location.pathname.toLowerCase().startsWith(page)) return;
    if (last !== undefined && now - last < PAUSE_MS) return;
    toldAt.set(id, now);
    toasts.info(text);
  };
}

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
