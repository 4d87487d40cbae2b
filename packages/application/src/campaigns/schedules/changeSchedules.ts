import { reachesMany } from "@balcao/domain/sends";
import type { TemplateWithValues } from "@balcao/domain/templates";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TemplateChoice } from "@balcao/contracts/templates";
import { disownFile, insertFile, listFiles } from "@balcao/database/files";
import {
  changeScheduleRow,
  deleteScheduleRow,
  insertSchedule,
  listScheduleRows,
  listUnusedFiles,
  lockSchedule,
  takeOverSchedule,
  type ScheduleDraft,
  type ScheduleRow,
} from "@balcao/database/schedules";
import type { StoredFile } from "@balcao/platform/files";
import { type UploadedFile, keepStored, storeUploads } from "../../inbox/files/index.js";
import {
  checkMayAlter,
  checkRight,
  command,
  createCommand,
  toFileDraft,
  type Ctx,
  type Services,
  type Unit,
} from "../../ground/kernel/index.js";
import { withdrawNotices } from "../../ground/notices/index.js";
import { ownTemplateFiles } from "../../inbox/templates/index.js";
import { filesOf, isHeld, readTemplate } from "../sendRuns/index.js";
import { cancelPlanned, changePlanned, createPlanned, findPlanned } from "./planned.js";
import { getSchedule } from "./readSchedules.js";
import { toChangedDraft, toDraft, type ChangedFields, type ScheduleFields } from "./scheduleDraft.js";
import { CAPABILITIES, DEFAULT_CONNECTOR, uploadLimitSentence, type ConnectorApi } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import type { Sql } from "@balcao/database/sql";
import { toContents } from "../../inbox/outgoing/index.js";

/**
 * Stores the files of a request like those of a message [D-066], and removes them again
 * unless the work has written their rows and called `take`.
 */
async function withUploads<T>(
  services: Services,
  connectionId: number | null,
  uploads: readonly UploadedFile[],
  work: (files: readonly StoredFile[], take: () => void) => Promise<T>,
): Promise<T> {
  const files = uploads.length === 0 ? [] : await storeUploads(services, uploads, limitOf(services, connectionId));
  return keepStored(services, files, async (stored, take) => {
    toContents(apiOf(services, connectionId), { text: "", files: stored.map(toFileDraft) });
    return work(stored, take);
  });
}

/** The stored files that stay, in their order; throws when there would be too many. */
function keptFiles(stored: readonly string[], keep: readonly string[] | null, added: number): readonly string[] {
  if (keep?.some((id) => !stored.includes(id)) === true) throw invalidField("keepMedias", "unknown");
  const kept = keep === null ? stored : [...new Set(keep)];
  if (kept.length + added > LIMITS.schedule.files) throw invalidField("medias", "max");
  return kept;
}

/**
 * Throws ERR_UPLOAD_LIMIT when the files of a schedule are together larger than its connector sends, and
 * ERR_FILE_NOT_CARRIED when it does not take one of them.
 */
async function checkFiles(
  sql: Sql,
  services: Services,
  connectionId: number | null,
  { kept, added }: { readonly kept: readonly string[]; readonly added: readonly StoredFile[] },
): Promise<void> {
  const { bytes, sentence } = limitOf(services, connectionId);
  const files = [...(kept.length === 0 ? [] : await listFiles(sql, kept)), ...added.map(toFileDraft)];
  if (files.reduce((sum, { size }) => sum + size, 0) > bytes) throw new AppError("ERR_UPLOAD_LIMIT", { sentence });
  toContents(apiOf(services, connectionId), { text: "", files });
}

/** The limit of the chosen connection, or of the one that is the default now. */
function limitOf(services: Services, connectionId: number | null): { readonly bytes: number; readonly sentence: string } {
  const api = apiOf(services, connectionId);
  return { bytes: CAPABILITIES[api].uploadLimitBytes, sentence: uploadLimitSentence(api) };
}

function apiOf(services: Services, connectionId: number | null): ConnectorApi {
  const { connections } = services.directory.current();
  const connection = connectionId === null ? [...connections.values()].find(({ isDefault }) => isDefault) : connections.get(connectionId);
  return connection?.api ?? DEFAULT_CONNECTOR;
}

interface ScheduleInput extends ScheduleFields {
  /** The conversation to which it belongs; null for none. */
  readonly ticketId: number | null;
  readonly signed: boolean;
  readonly template?: TemplateChoice | null | undefined;
}

interface ScheduleId {
  readonly scheduleId: number;
}

interface ScheduleChange extends ScheduleId {
  readonly fields: ChangedFields;
  readonly signed: boolean | undefined;
  /** Null removes it, undefined leaves what is stored. */
  readonly template?: TemplateChoice | null | undefined;
  /** Which of its files stay, in their order; null: all. */
  readonly keepFileIds: readonly string[] | null;
}

const SHOWN = 80;

/** Creates a schedule, with files where it has some (D-187, D-251). One whose moment is earlier today goes out at once (D-197). */
export async function createSchedule(
  services: Services,
  ctx: Ctx,
  { template = null, ticketId, signed, ...input }: ScheduleInput,
  uploads: readonly UploadedFile[] = [],
): Promise<ScheduleView> {
  refuseWhileOff(services);
  if (ticketId !== null) {
    refuseFiles(uploads);
    return createPlanned(services, ctx, { ticketId, signed, message: input.message, sendAt: input.sendAt });
  }
  const draft = toDraft(services, ctx, input);
  if (reachesMany(draft)) checkRight(services, ctx, "sendToMany");
  const chosen = await templateOf(services, ctx, { connectionId: input.connectionId, choice: template });
  const id = await withUploads(services, input.connectionId, uploads, async (files, take) => {
    const facts = { ...input, sendAt: input.sendAt.toISOString(), template, files: files.map(({ sha256 }) => sha256) };
    return createCommand(services, ctx, facts, async (unit) => {
      const contents = { fileIds: files.map((file) => file.id), template: chosen };
      const created = await insertSchedule(unit, { ...draft, ...contents }, ctx.actor.id, ctx.now);
      await insertFiles(unit, created, files);
      await ownTemplateFiles(unit, filesOf(chosen), "schedule", created);
      take();
      await unit.live("schedule", { id: created, action: "create" });
      return { audit: { action: "schedule.create", ...about(created, draft) }, result: created };
    });
  });
  return getSchedule(services, ctx, { scheduleId: id });
}

/**
 * Changes a schedule, except a single one that has gone out; what is absent stays (D-163, D-188). A run that goes out already
 * is not changed. Whoever changes the one of a person who has lost the right to send to many answers for it from then on (D-307).
 */
export async function changeSchedule(
  services: Services,
  ctx: Ctx,
  { scheduleId, fields, signed, keepFileIds, template }: ScheduleChange,
  uploads: readonly UploadedFile[] = [],
): Promise<ScheduleView> {
  refuseWhileOff(services);
  if (await findPlanned(services.database.sql, services, ctx, scheduleId)) {
    refuseFiles(uploads);
    return changePlanned(services, ctx, { scheduleId, message: fields.message, sendAt: fields.sendAt, signed });
  }
  const [before] = await listScheduleRows(services.database.sql, [scheduleId]);
  if (!before) throw new AppError("ERR_NOT_FOUND");
  const connectionId = fields.connectionId === undefined ? before.connectionId : fields.connectionId;
  const own = { connectionId, ownFiles: filesOf(before.template) };
  const chosen = template === undefined ? undefined : await templateOf(services, ctx, { ...own, choice: template });
  await withUploads(services, connectionId, uploads, async (files, take) =>
    command(services, ctx, async (unit) => {
      const schedule = await lockSchedule(unit, scheduleId);
      if (!schedule) throw new AppError("ERR_NOT_FOUND");
      checkMayAlter(services, ctx, "maintain", schedule.userId);
      if (schedule.recurrence === "once" && schedule.value === "1") throw new AppError("ERR_SCHEDULE_SENT");
      const draft = toChangedDraft(services, ctx, schedule, fields);
      if (reachesMany(draft)) checkRight(services, ctx, "sendToMany");
      const kept = keptFiles(schedule.fileIds, keepFileIds, files.length);
      await checkFiles(unit, services, draft.connectionId, { kept, added: files });
      const contents = { fileIds: [...kept, ...files.map(({ id }) => id)], template: chosen === undefined ? schedule.template : chosen };
      await changeScheduleRow(unit, scheduleId, { ...draft, ...contents }, ctx.now);
      if (isHeld(services.directory.current(), { ...draft, userId: schedule.userId }))
        await takeOverSchedule(unit, scheduleId, ctx.actor.id);
      await insertFiles(unit, scheduleId, files);
      await ownTemplateFiles(unit, filesOf(chosen), "schedule", scheduleId);
      await dropFiles(unit, schedule, [...kept, ...filesOf(contents.template)]);
      take();
      await withdrawNotices(unit, { scheduleId });
      await unit.live("schedule", { id: scheduleId, action: "update" });
      return { audit: { action: "schedule.change", ...about(scheduleId, draft) }, result: null };
    }),
  );
  return getSchedule(services, ctx, { scheduleId });
}

/** Deletes a schedule, or cancels a message of a conversation; a run that goes out already is finished (API-123, SCHED-009, D-196). */
export async function deleteSchedule(services: Services, ctx: Ctx, { scheduleId }: ScheduleId): Promise<{ message: string }> {
  if (await findPlanned(services.database.sql, services, ctx, scheduleId)) await cancelPlanned(services, ctx, { scheduleId });
  else await deleteOne(services, ctx, scheduleId);
  return { message: "Agendamento deleted" };
}

async function deleteOne(services: Services, ctx: Ctx, scheduleId: number): Promise<void> {
  await command(services, ctx, async (unit) => {
    const schedule = await lockSchedule(unit, scheduleId);
    if (!schedule) throw new AppError("ERR_NOT_FOUND");
    checkMayAlter(services, ctx, "maintain", schedule.userId);
    await deleteScheduleRow(unit, scheduleId, ctx.now);
    await dropFiles(unit, schedule, []);
    await withdrawNotices(unit, { scheduleId });
    await unit.live("schedule", { id: scheduleId, action: "delete" });
    return { audit: { action: "schedule.delete", ...about(scheduleId, schedule) }, result: null };
  });
}

/** Nothing is scheduled while an administrator has turned it off; what is scheduled goes on [D-024]. */
function refuseWhileOff(services: Services): void {
  if (!services.directory.current().settings.allowAgendador) throw new AppError("ERR_NO_PERMISSION");
}

/** A message of a conversation has no files. */
function refuseFiles(uploads: readonly UploadedFile[]): void {
  if (uploads.length > 0) throw invalidField("medias", "ticket");
}

async function insertFiles(unit: Unit, scheduleId: number, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) await insertFile(unit, toFileDraft(file), "schedule", scheduleId);
}

/** Files that a run has sent belong to the messages of their recipients, too, and stay. */
async function dropFiles(unit: Unit, { id, fileIds, template }: ScheduleRow, kept: readonly string[]): Promise<void> {
  const dropped = [...fileIds, ...filesOf(template)].filter((fileId) => !kept.includes(fileId));
  if (dropped.length === 0) return;
  for (const fileId of await listUnusedFiles(unit, id, dropped)) await disownFile(unit, fileId);
}

const about = (id: number, { title, message }: Pick<ScheduleDraft, "title" | "message">) => ({
  related: { kind: "schedule", id } as const,
  description: (title || message).slice(0, SHOWN),
});

/** The template as the account of the schedule's connection, or of the default one, has it now. */
function templateOf(services: Services, ctx: Ctx, chosen: Parameters<typeof readTemplate>[2]): Promise<TemplateWithValues | null> {
  const { connections } = services.directory.current();
  const fallback = [...connections.values()].find(({ isDefault }) => isDefault)?.id ?? null;
  return readTemplate(services, ctx, { ...chosen, connectionId: chosen.connectionId ?? fallback });
}
