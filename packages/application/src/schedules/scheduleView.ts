import type { ScheduleView } from "@balcao/contracts/schedules";
import type { FileRow } from "@balcao/database/files";
import type { ScheduleRow } from "@balcao/database/schedules";
import type { RunRow } from "@balcao/database/sendRuns";
import { toChosenTemplateView, toStopView } from "../massSends/index.js";
import type { Presenter } from "../tickets/index.js";

/** A schedule with its last run. */
export interface ScheduleWithRun extends ScheduleRow {
  readonly run: RunRow | null;
  readonly files: readonly FileRow[];
}

/** A schedule for the wire. */
export function toScheduleView(schedule: ScheduleWithRun, { directory, fileUrl }: Pick<Presenter, "directory" | "fileUrl">): ScheduleView {
  const connection = schedule.connectionId === null ? undefined : directory.connections.get(schedule.connectionId);
  const { run } = schedule;
  return {
    id: schedule.id,
    title: schedule.title,
    message: schedule.message,
    recurrence: schedule.recurrence,
    RValue: schedule.value,
    sendAt: schedule.sendAt.toISOString(),
    allContacts: schedule.allContacts,
    contactsIds: schedule.contactIds.join(","),
    tagsIds: schedule.tagIds.join(","),
    enviados: run?.handled ?? 0,
    total: run?.total ?? 0,
    whatsapp: connection ? { id: connection.id, name: connection.name } : null,
    updatedAt: schedule.updatedAt.toISOString(),
    status: run?.state ?? null,
    nextAt: schedule.nextDue?.toISOString() ?? null,
    stop: run && toStopView(run),
    template: toChosenTemplateView(schedule.template),
    medias: schedule.files.map(({ id, originalName, mime, size }) => ({ id, url: fileUrl(id), name: originalName, mimetype: mime, size })),
  };
}
