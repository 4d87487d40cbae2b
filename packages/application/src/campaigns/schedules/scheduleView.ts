import { shownRuleValue } from "@balcao/domain/schedules";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { FileRow } from "@balcao/database/files";
import type { ScheduleRow } from "@balcao/database/schedules";
import type { RunRow } from "@balcao/database/sendRuns";
import { isHeld } from "../sendRuns/index.js";
import { toAuthorView, toChosenTemplateView, toStopView } from "../massSends/index.js";
import type { Presenter } from "../../inbox/tickets/index.js";

/** A schedule with its last run. */
export interface ScheduleWithRun extends ScheduleRow {
  readonly run: RunRow | null;
  readonly files: readonly FileRow[];
}

/** What a schedule shows of its last run; nothing before the first one. */
function toRunFields(run: RunRow | null): Pick<ScheduleView, "enviados" | "total" | "status" | "stop"> {
  return run
    ? { enviados: run.handled, total: run.total, status: run.state, stop: toStopView(run) }
    : { enviados: 0, total: 0, status: null, stop: null };
}

/** A schedule for the wire. */
export function toScheduleView(schedule: ScheduleWithRun, { directory, fileUrl }: Pick<Presenter, "directory" | "fileUrl">): ScheduleView {
  const connection = schedule.connectionId === null ? undefined : directory.connections.get(schedule.connectionId);
  const run = toRunFields(schedule.run);
  return {
    id: schedule.id,
    title: schedule.title,
    message: schedule.message,
    recurrence: schedule.recurrence,
    RValue: shownRuleValue(schedule, run.status),
    sendAt: schedule.sendAt.toISOString(),
    allContacts: schedule.allContacts,
    contactsIds: schedule.contactIds.join(","),
    tagsIds: schedule.tagIds.join(","),
    missingTags: schedule.missingTags,
    whatsapp: connection ? { id: connection.id, name: connection.name } : null,
    ...run,
    user: toAuthorView(schedule.userId, directory),
    updatedAt: schedule.updatedAt.toISOString(),
    held: isHeld(directory, schedule),
    paused: schedule.isPaused,
    nextAt: schedule.nextDue?.toISOString() ?? null,
    template: toChosenTemplateView(schedule.template),
    medias: schedule.files.map(({ id, originalName, mime, size }) => ({ id, url: fileUrl(id), name: originalName, mimetype: mime, size })),
    ticketId: null,
    signed: false,
    failure: null,
  };
}
