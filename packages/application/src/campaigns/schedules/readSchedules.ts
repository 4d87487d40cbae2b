import { AppError } from "@balcao/contracts/errors";
import type { ScheduleLogView, ScheduleView } from "@balcao/contracts/schedules";
import { listFiles, type FileRow } from "@balcao/database/files";
import { listScheduleLogs, listScheduleRows, type ScheduleRow } from "@balcao/database/schedules";
import { listLastRuns, type RunRow } from "@balcao/database/sendRuns";
import type { Sql } from "@balcao/database/sql";
import { shownRuleValue } from "@balcao/domain/schedules";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { presenterFor, type Presenter } from "../../inbox/tickets/index.js";
import { toAuthorView, toChosenTemplateView, toStopView } from "../massSends/index.js";
import { isHeld } from "../sendRuns/index.js";
import { findPlanned, toPlannedView } from "./planned.js";

/** Log rows in one answer. */
const MOST_LOGS = 5_000;

interface ScheduleId {
  readonly scheduleId: number;
}

/** A schedule with its last run. */
interface ScheduleWithRun extends ScheduleRow {
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

/** These schedules, or all of them, each with its last run and its files. */
export async function readScheduleRows(sql: Sql, ids: readonly number[] | null = null): Promise<ScheduleWithRun[]> {
  const rows = await listScheduleRows(sql, ids);
  const runs = new Map(
    (
      await listLastRuns(
        sql,
        rows.map(({ id }) => id),
      )
    ).map((run) => [run.scheduleId, run]),
  );
  const named = rows.flatMap(({ fileIds }) => fileIds);
  const files = new Map((named.length === 0 ? [] : await listFiles(sql, named)).map((file) => [file.id, file]));
  return rows.map((row) => ({
    ...row,
    run: runs.get(row.id) ?? null,
    files: row.fileIds.flatMap((id) => files.get(id) ?? []),
  }));
}

/** Every schedule but those of conversations, the newest first (API-120, D-199, D-273). */
export async function listSchedules(services: Services, ctx: Ctx): Promise<ScheduleView[]> {
  const presenter = presenterFor(services, ctx);
  return (await readScheduleRows(services.database.sql)).map((row) => toScheduleView(row, presenter));
}

/** One schedule, or a message of a conversation that the person may open (API-121, D-273). */
export async function getSchedule(services: Services, ctx: Ctx, { scheduleId }: ScheduleId): Promise<ScheduleView> {
  const planned = await findPlanned(services.database.sql, services, ctx, scheduleId);
  if (planned) return toPlannedView(planned, services.directory.current());
  const [row] = await readScheduleRows(services.database.sql, [scheduleId]);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return toScheduleView(row, presenterFor(services, ctx));
}

/** Who got what in the runs of a schedule, the newest run first (API-122). */
export async function listScheduleRuns(services: Services, ctx: Ctx, id: ScheduleId): Promise<ScheduleLogView[]> {
  await getSchedule(services, ctx, id);
  const rows = await listScheduleLogs(services.database.sql, id.scheduleId, MOST_LOGS);
  return rows.map(({ runId, contactId, name, wasSent, at, body }) => ({
    id: `${runId}-${contactId}`,
    contact: { id: contactId, name },
    wasSend: wasSent,
    createdAt: at.toISOString(),
    body,
  }));
}
