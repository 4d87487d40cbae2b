import { hasQuickAnswer, type QuickAnswerPlace, type QuickAnswerScope } from "@balcao/domain/quickAnswers";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { disownFile } from "@balcao/database/files";
import { QuickAnswer } from "@balcao/database/models";
import { keepStored, type UploadedFile } from "../files/index.js";
import { command, createCommand, givenFields, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertFiles, orderFiles, storeFiles, toColumns } from "./answerFiles.js";
import { getQuickAnswer } from "./readQuickAnswers.js";

interface QuickAnswerFields {
  readonly place: { readonly scope: QuickAnswerScope | undefined; readonly queueId: number | null | undefined };
  readonly note: AuditNote | null;
}

interface QuickAnswerInput extends QuickAnswerFields {
  readonly texts: { readonly shortcut: string; readonly message: string };
}

interface ChangeQuickAnswerInput extends QuickAnswerFields {
  readonly quickAnswerId: number;
  readonly texts: { readonly shortcut?: string | undefined; readonly message?: string | undefined };
  /** The ids of the files that stay, and NEW_FILE for each one that comes; null: what comes replaces what is stored. */
  readonly fileOrder: readonly string[] | null;
}

/** A new quick answer, with its files in their order (API-036, D-166). Shortcuts are unique without regard to case (D-165). */
export async function createQuickAnswer(
  services: Services,
  ctx: Ctx,
  { texts, place, note }: QuickAnswerInput,
  uploads: readonly UploadedFile[],
): Promise<QuickAnswerView> {
  const whose = toPlace(services, ctx, place) ?? EVERYBODYS;
  const quickAnswerId = await keepStored(services, await storeFiles(services, uploads), (files, take) =>
    createCommand(services, ctx, { ...texts, ...whose, files: files.map(({ sha256 }) => sha256) }, async (unit) => {
      const row = await QuickAnswer.create({ ...texts, ...whose }, { transaction: unit.orm });
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

/** Changes a quick answer; what is absent stays, and without files the stored ones (API-037, D-163, D-166). */
export async function changeQuickAnswer(
  services: Services,
  ctx: Ctx,
  { quickAnswerId: id, texts, place, fileOrder, note }: ChangeQuickAnswerInput,
  uploads: readonly UploadedFile[],
): Promise<QuickAnswerView> {
  const whose = toPlace(services, ctx, place);
  await keepStored(services, await storeFiles(services, uploads), (files, take) =>
    command(services, ctx, async (unit) => {
      const row = await accessRow(unit, ctx, id);
      const stored = filesOf(row);
      const fileIds = orderFiles(fileOrder, { stored, added: files.map((file) => file.id) });
      await insertFiles(unit, id, files);
      await row.update({ ...givenFields(texts), ...whose, ...toColumns(fileIds) }, { transaction: unit.orm });
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
    const row = await accessRow(unit, ctx, id);
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

const filesOf = ({ fileId, moreFileIds }: QuickAnswer): string[] => (fileId === null ? moreFileIds : [fileId, ...moreFileIds]);

async function accessRow(unit: Unit, { actor }: Ctx, id: number): Promise<QuickAnswer> {
  const row = await QuickAnswer.findByPk(id, { transaction: unit.orm, lock: true });
  if (!row || !hasQuickAnswer(actor, row)) throw new AppError("ERR_NOT_FOUND");
  return row;
}
