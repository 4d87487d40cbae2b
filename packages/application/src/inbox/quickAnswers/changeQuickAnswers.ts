import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { type QuickAnswerView, NEW_FILE } from "@balcao/contracts/quickAnswers";
import { disownFile, insertFile } from "@balcao/database/files";
import { QuickAnswer } from "@balcao/database/models";
import { raiseQuickAnswerUse } from "@balcao/database/quickAnswers";
import { LIMITS } from "@balcao/domain/limits";
import {
  hasDeeds,
  hasQuickAnswer,
  QUICK_ANSWER_MIMES,
  saysOrDoes,
  type Deeds,
  type QuickAnswerPlace,
  type QuickAnswerScope,
} from "@balcao/domain/quickAnswers";
import { FileError, type StoredFile } from "@balcao/platform/files";
import {
  checkMayAlter,
  checkRight,
  command,
  createCommand,
  givenFields,
  toFileDraft,
  type Ctx,
  type Services,
  type Unit,
} from "../../ground/kernel/index.js";
import { keepStored, removeStored, type UploadedFile } from "../files/index.js";
import { getQuickAnswer } from "./readQuickAnswers.js";

/** Stores the files of a request, all or none; throws for one that is too large or of another kind (D-166). */
async function storeFiles(services: Services, uploads: readonly UploadedFile[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  try {
    for (const upload of uploads) {
      const file = await storeFile(services, upload);
      stored.push(file);
      if (!QUICK_ANSWER_MIMES.includes(file.mime)) throw invalidField("medias", "type");
    }
    return stored;
  } catch (error) {
    await removeStored(services, stored);
    throw error;
  }
}

const storeFile = (services: Services, { path, originalName, declaredMime }: UploadedFile): Promise<StoredFile> =>
  services.files.write(path, { originalName, declaredMime, maxBytes: LIMITS.quickAnswer.fileBytes }).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw error.reason === "tooLarge" ? new AppError("ERR_UPLOAD_LIMIT") : invalidField("medias", error.reason);
  });

/** Records stored files as those of a quick answer. */
async function insertFiles(unit: Unit, quickAnswerId: number, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) await insertFile(unit, toFileDraft(file), "quickAnswer", quickAnswerId);
}

/** The columns that hold the files in this order. */
const toColumns = ([first, ...moreFileIds]: readonly string[]) => ({ fileId: first ?? null, moreFileIds });

/**
 * The ids of an answer's files after a change. Without an order the files of the request replace the stored ones, and without such
 * files these stay; throws for an order that names others, or another number of new ones.
 */
function orderFiles(
  order: readonly string[] | null,
  { stored, added }: { readonly stored: readonly string[]; readonly added: readonly string[] },
): readonly string[] {
  if (order === null) return added.length > 0 ? added : stored;
  const kept = order.filter((each) => each !== NEW_FILE);
  if (new Set(kept).size < kept.length || kept.some((id) => !stored.includes(id))) throw invalidField("medias", "changed");
  if (order.length - kept.length !== added.length) throw invalidField("medias", "order");
  const rest = [...added];
  return order.map((each) => (each === NEW_FILE ? (rest.shift() ?? each) : each));
}

interface QuickAnswerFields {
  readonly place: { readonly scope: QuickAnswerScope | undefined; readonly queueId: number | null | undefined };
  /** What it does after its text; undefined where the call does not say so. */
  readonly deeds: Deeds | null | undefined;
  readonly note: AuditNote | null;
}

/** The column of deeds: none is NULL. */
const toDeedsColumn = (deeds: Deeds | null | undefined) =>
  deeds === undefined ? {} : { deeds: deeds !== null && hasDeeds(deeds) ? deeds : null };

interface QuickAnswerInput extends QuickAnswerFields {
  readonly texts: { readonly shortcut: string; readonly message: string };
}

interface ChangeQuickAnswerInput extends QuickAnswerFields {
  readonly quickAnswerId: number;
  readonly texts: { readonly shortcut?: string | undefined; readonly message?: string | undefined };
  /** The ids of the files that stay, and NEW_FILE for each one that comes; null: what comes replaces what is stored. */
  readonly fileOrder: readonly string[] | null;
}

/** A new quick answer, with its files in their order (API-036). Shortcuts are unique without regard to case. */
export async function createQuickAnswer(
  services: Services,
  ctx: Ctx,
  { texts, place, deeds, note }: QuickAnswerInput,
  uploads: readonly UploadedFile[],
): Promise<QuickAnswerView> {
  const whose = toPlace(services, ctx, place) ?? EVERYBODYS;
  checkShares(services, ctx, whose);
  const quickAnswerId = await keepStored(services, await storeFiles(services, uploads), (files, take) =>
    createCommand(services, ctx, { ...texts, ...whose, deeds, files: files.map(({ sha256 }) => sha256) }, async (unit) => {
      const row = await QuickAnswer.create(
        { ...texts, ...whose, ...toDeedsColumn(deeds), userId: ctx.actor.id },
        { transaction: unit.orm },
      );
      const { id } = row;
      await insertFiles(unit, id, files);
      await row.update(toColumns(files.map((file) => file.id)), { transaction: unit.orm });
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

/** Changes a quick answer; what is absent stays, and without files the stored ones (API-037). */
export async function changeQuickAnswer(
  services: Services,
  ctx: Ctx,
  { quickAnswerId: id, texts, place, deeds, fileOrder, note }: ChangeQuickAnswerInput,
  uploads: readonly UploadedFile[],
): Promise<QuickAnswerView> {
  const whose = toPlace(services, ctx, place);
  await keepStored(services, await storeFiles(services, uploads), (files, take) =>
    command(services, ctx, async (unit) => {
      const row = await accessRow(unit, services, ctx, id);
      if (whose) checkShares(services, ctx, whose);
      // Either may be taken away, not both.
      if (!saysOrDoes(texts.message ?? row.message, deeds === undefined ? row.deeds : deeds)) throw invalidField("message", "required");
      const stored = filesOf(row);
      const fileIds = orderFiles(fileOrder, { stored, added: files.map((file) => file.id) });
      await insertFiles(unit, id, files);
      await row.update({ ...givenFields(texts), ...whose, ...toDeedsColumn(deeds), ...toColumns(fileIds) }, { transaction: unit.orm });
      for (const dropped of stored.filter((fileId) => !fileIds.includes(fileId))) await disownFile(unit, dropped);
      take();
      await unit.live("quickAnswer", { id, action: "update" });
      return {
        audit: { action: "quickAnswer.change", related: { kind: "quickAnswer", id }, description: row.shortcut, note },
        result: null,
      };
    }),
  );
  return getQuickAnswer(services, ctx, { quickAnswerId: id });
}

/** Deletes a quick answer with its files (API-038). */
export async function deleteQuickAnswer(
  services: Services,
  ctx: Ctx,
  { quickAnswerId: id }: { readonly quickAnswerId: number },
): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const row = await accessRow(unit, services, ctx, id);
    for (const fileId of filesOf(row)) await disownFile(unit, fileId);
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

/** Throws ERR_NO_PERMISSION where others are to have the answer and the person may not maintain what they share (D-306). */
function checkShares(services: Services, ctx: Ctx, { ownerId }: QuickAnswerPlace): void {
  if (ownerId === null) checkRight(services, ctx, "maintain");
}

const filesOf = ({ fileId, moreFileIds }: QuickAnswer): string[] => (fileId === null ? moreFileIds : [fileId, ...moreFileIds]);

async function accessRow(unit: Unit, services: Services, ctx: Ctx, id: number): Promise<QuickAnswer> {
  const row = await QuickAnswer.findByPk(id, { transaction: unit.orm, lock: true });
  if (!row || !hasQuickAnswer(ctx.actor, row)) throw new AppError("ERR_NOT_FOUND");
  checkMayAlter(services, ctx, "maintain", row.ownerId ?? row.userId);
  return row;
}

/**
 * Counts that the person inserted a quick answer into a message, which orders the list of the composer. It is one statement of
 * its own beside the sending, and no event follows. Throws ERR_NOT_FOUND.
 */
export async function countQuickAnswerUse(
  services: Services,
  ctx: Ctx,
  { quickAnswerId }: { readonly quickAnswerId: number },
): Promise<{ message: string }> {
  await getQuickAnswer(services, ctx, { quickAnswerId });
  await raiseQuickAnswerUse(services.database.sql, quickAnswerId);
  return { message: "Quick answer used" };
}
