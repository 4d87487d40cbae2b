import { LIMITS } from "@balcao/domain/limits";
import { hasQuickAnswer, QUICK_ANSWER_MIMES, type QuickAnswerPlace, type QuickAnswerScope } from "@balcao/domain/quickAnswers";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { disownFile, insertFile } from "@balcao/database/files";
import { QuickAnswer } from "@balcao/database/models";
import { FileError, type StoredFile } from "@balcao/platform/files";
import { command, createCommand, toFileDraft, type Ctx, type Services, type Unit } from "../kernel/index.js";
import { getQuickAnswer } from "./readQuickAnswers.js";

interface UploadedFile {
  readonly path: string;
  readonly originalName: string;
  readonly declaredMime: string;
}

interface QuickAnswerInput {
  readonly texts: { readonly shortcut: string; readonly message: string };
  readonly place: { readonly scope: QuickAnswerScope | undefined; readonly queueId: number | null | undefined };
  readonly note: AuditNote | null;
}

interface ChangeQuickAnswerInput extends QuickAnswerInput {
  readonly quickAnswerId: number;
  readonly removeFile: boolean;
}

/** A new quick answer, with at most one file (API-036, D-166). Shortcuts are unique without regard to case (D-165). */
export async function createQuickAnswer(
  services: Services,
  ctx: Ctx,
  { texts, place, note }: QuickAnswerInput,
  uploads: readonly UploadedFile[],
): Promise<QuickAnswerView> {
  const whose = toPlace(services, ctx, place) ?? EVERYBODYS;
  const quickAnswerId = await withFile(services, uploads, (file, take) =>
    createCommand(services, ctx, { ...texts, ...whose, file: file?.sha256 ?? null }, async (unit) => {
      const { id } = await QuickAnswer.create({ ...texts, ...whose }, { transaction: unit.orm });
      if (file) await setFile(unit, id, file);
      take();
      await unit.live("quickAnswer", { id, action: "create" });
      return {
        audit: { action: "quickAnswer.create", related: { kind: "quickAnswer", id }, description: texts.shortcut, note },
        result: id,
      };
    }),
  );
  return getQuickAnswer(services, ctx, { quickAnswerId });
}

/** Changes a quick answer; without a file the stored one stays (API-037, D-166). */
export async function changeQuickAnswer(
  services: Services,
  ctx: Ctx,
  { quickAnswerId: id, texts, place, removeFile, note }: ChangeQuickAnswerInput,
  uploads: readonly UploadedFile[],
): Promise<QuickAnswerView> {
  const whose = toPlace(services, ctx, place);
  await withFile(services, uploads, (file, take) =>
    command(services, ctx, async (unit) => {
      const row = await accessRow(unit, ctx, id);
      await row.update({ ...texts, ...whose }, { transaction: unit.orm });
      if (row.fileId !== null && (file ?? removeFile)) await dropFile(unit, row, row.fileId);
      if (file) await setFile(unit, id, file);
      take();
      await unit.live("quickAnswer", { id, action: "update" });
      return {
        audit: { action: "quickAnswer.change", related: { kind: "quickAnswer", id }, description: texts.shortcut, note },
        result: null,
      };
    }),
  );
  return getQuickAnswer(services, ctx, { quickAnswerId: id });
}

/** Deletes a quick answer with its file (API-038). */
export async function deleteQuickAnswer(
  services: Services,
  ctx: Ctx,
  { quickAnswerId: id }: { readonly quickAnswerId: number },
): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const row = await accessRow(unit, ctx, id);
    if (row.fileId !== null) await disownFile(unit, row.fileId);
    await row.destroy({ transaction: unit.orm });
    await unit.live("quickAnswer", { id, action: "delete" });
    return { audit: { action: "quickAnswer.delete", related: { kind: "quickAnswer", id }, description: row.shortcut }, result: null };
  });
  return { message: "Quick answer deleted" };
}

const EVERYBODYS: QuickAnswerPlace = { queueId: null, ownerId: null };

/** Whose a quick answer is to be; undefined where the call does not say so. Throws ERR_NO_PERMISSION for a queue of others. */
function toPlace(services: Services, { actor }: Ctx, { scope, queueId }: QuickAnswerInput["place"]): QuickAnswerPlace | undefined {
  if (scope === undefined) return undefined;
  if (scope === "everyone") return EVERYBODYS;
  if (scope === "me") return { queueId: null, ownerId: actor.id };
  if (!queueId) throw invalidField("queueId", "required");
  if (!services.directory.current().queues.has(queueId)) throw invalidField("queueId", "unknown");
  const place = { queueId, ownerId: null };
  if (!hasQuickAnswer(actor, place)) throw new AppError("ERR_NO_PERMISSION");
  return place;
}

async function accessRow(unit: Unit, { actor }: Ctx, id: number): Promise<QuickAnswer> {
  const row = await QuickAnswer.findByPk(id, { transaction: unit.orm, lock: true });
  if (!row || !hasQuickAnswer(actor, row)) throw new AppError("ERR_NOT_FOUND");
  return row;
}

async function setFile(unit: Unit, id: number, file: StoredFile): Promise<void> {
  await insertFile(unit, toFileDraft(file), "quickAnswer", id);
  await QuickAnswer.update({ fileId: file.id }, { where: { id }, transaction: unit.orm });
}

async function dropFile(unit: Unit, row: QuickAnswer, fileId: string): Promise<void> {
  await row.update({ fileId: null }, { transaction: unit.orm });
  await disownFile(unit, fileId);
}

/** Stores the file of a request, and removes it again unless the work has written its row and called `take`. */
async function withFile<T>(
  services: Services,
  [upload]: readonly UploadedFile[],
  work: (file: StoredFile | null, take: () => void) => Promise<T>,
): Promise<T> {
  const file = upload === undefined ? null : await storeFile(services, upload);
  let taken = false;
  try {
    return await work(file, () => (taken = true));
  } finally {
    if (file && !taken) await services.files.remove(file.path);
  }
}

async function storeFile(services: Services, { path, originalName, declaredMime }: UploadedFile): Promise<StoredFile> {
  const file = await services.files
    .write(path, { originalName, declaredMime, maxBytes: LIMITS.quickAnswer.fileBytes })
    .catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      throw error.reason === "tooLarge" ? new AppError("ERR_UPLOAD_LIMIT") : invalidField("medias", error.reason);
    });
  if (QUICK_ANSWER_MIMES.includes(file.mime)) return file;
  await services.files.remove(file.path);
  throw invalidField("medias", "type");
}
