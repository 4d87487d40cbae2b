import { localDay } from "@balcao/domain/calendar";
import { nextOccurrence, toRuleValue, type Recurrence } from "@balcao/domain/schedules";
import { oneAudience, type Audience } from "@balcao/domain/sends";
import type { TemplateWithValues } from "@balcao/domain/templates";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TemplateChoice } from "@balcao/contracts/templates";
import { disownFile, insertFile } from "@balcao/database/files";
import {
  changeScheduleRow,
  deleteScheduleRow,
  insertSchedule,
  listUnusedFiles,
  lockSchedule,
  type ScheduleDraft,
  type ScheduleRow,
} from "@balcao/database/schedules";
import type { StoredFile } from "@balcao/platform/files";
import type { UploadedFile } from "../files/index.js";
import { command, createCommand, toFileDraft, type Ctx, type Services, type Unit } from "../kernel/index.js";
import { readTemplate } from "../sendRuns/index.js";
import { getSchedule } from "./readSchedules.js";
import { checkFileSizes, keptFiles, withUploads } from "./scheduleFiles.js";

interface ScheduleInput {
  readonly title: string;
  readonly message: string;
  readonly recurrence: Recurrence;
  readonly value: string;
  readonly sendAt: Date;
  readonly connectionId: number | null;
  readonly audience: Audience;
  /** Null removes it, undefined leaves what is stored. */
  readonly template?: TemplateChoice | null | undefined;
}

interface ScheduleId {
  readonly scheduleId: number;
}

interface ScheduleChange extends ScheduleInput, ScheduleId {
  /** Which of its files stay, in their order; null: all. */
  readonly keepFileIds: readonly string[] | null;
}

type Draft = Omit<ScheduleDraft, "fileIds" | "template">;

const SHOWN = 80;
const MINUTE_MS = 60_000;

/** Creates a schedule, with files where it has some (D-187, D-251). One whose moment is earlier today goes out at once (D-197). */
export async function createSchedule(
  services: Services,
  ctx: Ctx,
  { template = null, ...input }: ScheduleInput,
  uploads: readonly UploadedFile[] = [],
): Promise<ScheduleView> {
  const draft = toDraft(services, ctx, input);
  const chosen = await templateOf(services, ctx, input, template);
  const id = await withUploads(services, input.connectionId, uploads, async (files, take) => {
    const facts = { ...input, sendAt: input.sendAt.toISOString(), template, files: files.map(({ sha256 }) => sha256) };
    return createCommand(services, ctx, facts, async (unit) => {
      const contents = { fileIds: files.map((file) => file.id), template: chosen };
      const created = await insertSchedule(unit, { ...draft, ...contents }, ctx.actor.id, ctx.now);
      await insertFiles(unit, created, files);
      take();
      await unit.live("schedule", { id: created, action: "create" });
      return { audit: { action: "schedule.create", ...about(created, draft) }, result: created };
    });
  });
  return getSchedule(services, ctx, { scheduleId: id });
}

/** Changes a schedule, except a single one that has gone out (D-187, D-188). A run that goes out already is not changed. */
export async function changeSchedule(
  services: Services,
  ctx: Ctx,
  { scheduleId, keepFileIds, template, ...input }: ScheduleChange,
  uploads: readonly UploadedFile[] = [],
): Promise<ScheduleView> {
  const draft = toDraft(services, ctx, input);
  const chosen = template === undefined ? undefined : await templateOf(services, ctx, input, template);
  await withUploads(services, input.connectionId, uploads, async (files, take) =>
    command(services, ctx, async (unit) => {
      const schedule = await lockSchedule(unit, scheduleId);
      if (!schedule) throw new AppError("ERR_NOT_FOUND");
      if (schedule.recurrence === "once" && schedule.value === "1") throw new AppError("ERR_SCHEDULE_SENT");
      const kept = keptFiles(schedule.fileIds, keepFileIds, files.length);
      await checkFileSizes(unit, services, input.connectionId, { kept, added: files });
      const contents = { fileIds: [...kept, ...files.map(({ id }) => id)], template: chosen === undefined ? schedule.template : chosen };
      await changeScheduleRow(unit, scheduleId, { ...draft, ...contents }, ctx.now);
      await insertFiles(unit, scheduleId, files);
      await dropFiles(unit, schedule, kept);
      take();
      await unit.live("schedule", { id: scheduleId, action: "update" });
      return { audit: { action: "schedule.change", ...about(scheduleId, draft) }, result: null };
    }),
  );
  return getSchedule(services, ctx, { scheduleId });
}

/** Deletes a schedule; a run that goes out already is finished (API-123, SCHED-009, D-196). */
export async function deleteSchedule(services: Services, ctx: Ctx, { scheduleId }: ScheduleId): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const schedule = await lockSchedule(unit, scheduleId);
    if (!schedule || !(await deleteScheduleRow(unit, scheduleId, ctx.now))) throw new AppError("ERR_NOT_FOUND");
    await dropFiles(unit, schedule, []);
    await unit.live("schedule", { id: scheduleId, action: "delete" });
    return { audit: { action: "schedule.delete", ...about(scheduleId, schedule) }, result: null };
  });
  return { message: "Agendamento deleted" };
}

async function insertFiles(unit: Unit, scheduleId: number, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) await insertFile(unit, toFileDraft(file), "schedule", scheduleId);
}

/** Files that a run has sent belong to the messages of their recipients, too, and stay. */
async function dropFiles(unit: Unit, { id, fileIds }: ScheduleRow, kept: readonly string[]): Promise<void> {
  const dropped = fileIds.filter((fileId) => !kept.includes(fileId));
  if (dropped.length === 0) return;
  for (const fileId of await listUnusedFiles(unit, id, dropped)) await disownFile(unit, fileId);
}

const about = (id: number, { title, message }: Pick<ScheduleDraft, "title" | "message">) => ({
  related: { kind: "schedule", id } as const,
  description: (title || message).slice(0, SHOWN),
});

/** The template as the account of the schedule's connection, or of the default one, has it now. */
function templateOf(
  services: Services,
  ctx: Ctx,
  { connectionId }: Pick<ScheduleInput, "connectionId">,
  choice: TemplateChoice | null,
): Promise<TemplateWithValues | null> {
  const { connections } = services.directory.current();
  const fallback = [...connections.values()].find(({ isDefault }) => isDefault)?.id ?? null;
  return readTemplate(services, ctx, connectionId ?? fallback, choice);
}

function toDraft(services: Services, ctx: Ctx, { audience, value, template: _unused, ...input }: ScheduleInput): Draft {
  const { connections, settings } = services.directory.current();
  const chosen = oneAudience(audience);
  if (!chosen) throw invalidField("contactsIds", "required");
  const stored = toRuleValue(input.recurrence, value);
  if (stored === null) throw invalidField("RValue", "value");
  if (input.connectionId !== null && !connections.has(input.connectionId)) throw new AppError("ERR_NO_WAPP_FOUND");
  const sendAt = new Date(Math.floor(input.sendAt.getTime() / MINUTE_MS) * MINUTE_MS);
  if (localDay(sendAt, settings.timeZone) < localDay(ctx.now, settings.timeZone)) throw new AppError("ERR_SCHEDULE_PAST");
  const rule = { recurrence: input.recurrence, value: stored, sendAt };
  // Just before the moment itself, so that one earlier today is due at once.
  const before = new Date(Math.min(ctx.now.getTime(), sendAt.getTime()) - 1);
  const nextDue = nextOccurrence(rule, settings.timeZone, before);
  return { ...input, ...chosen, value: stored, sendAt, nextDue };
}
