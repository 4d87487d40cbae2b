import { AppError } from "@balcao/contracts/errors";
import type { ScheduleLogView, ScheduleView } from "@balcao/contracts/schedules";
import { listFiles } from "@balcao/database/files";
import { listScheduleLogs, listScheduleRows } from "@balcao/database/schedules";
import { listLastRuns } from "@balcao/database/sendRuns";
import type { Sql } from "@balcao/database/sql";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { presenterFor } from "../../inbox/tickets/index.js";
import { findPlanned, toPlannedView } from "./planned.js";
import { toScheduleView, type ScheduleWithRun } from "./scheduleView.js";

/** Log rows in one answer. */
const MOST_LOGS = 5_000;

interface ScheduleId {
  readonly scheduleId: number;
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
