import { hasQuickAnswer, scopeOf } from "@balcao/domain/quickAnswers";
import { AppError } from "@balcao/contracts/errors";
import type { QuickAnswerListView, QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { listQuickAnswersByIds, searchQuickAnswers, type QuickAnswerRow } from "@balcao/database/quickAnswers";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { presenterFor, type Presenter } from "../tickets/index.js";

const PAGE_SIZE = 20;

/** A quick answer for the wire. */
export function toQuickAnswerView(row: QuickAnswerRow, { fileUrl }: Pick<Presenter, "fileUrl">): QuickAnswerView {
  const medias = row.files.map(({ id, name, mime, size }) => ({ id, url: fileUrl(id), name, mimetype: mime, size }));
  const [first] = medias;
  return {
    id: row.id,
    shortcut: row.shortcut,
    message: row.message,
    mediaUrl: first?.url ?? null,
    mediaType: first === undefined ? null : mediaTypeOf(first.mimetype),
    mediaName: first?.name ?? null,
    medias,
    scope: scopeOf(row),
    queueId: row.queueId,
    usedCount: row.usedCount,
    userId: row.userId,
    deeds: row.deeds,
  };
}

function mediaTypeOf(mime: string): QuickAnswerView["mediaType"] {
  const kind = mime.split("/")[0];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "application";
}

interface QuickAnswerListInput {
  readonly search: string;
  readonly pageNumber: number;
  readonly byUse: boolean;
}

/** A page of the quick answers that the person has, by shortcut or by use (API-034). */
export async function listQuickAnswers(
  services: Services,
  ctx: Ctx,
  { search, pageNumber, byUse }: QuickAnswerListInput,
): Promise<QuickAnswerListView> {
  const { id: userId, profile, queueIds } = ctx.actor;
  const reader = { userId, queueIds: profile === "admin" ? null : queueIds };
  const offset = (pageNumber - 1) * PAGE_SIZE;
  const { rows, count } = await searchQuickAnswers(services.database.sql, { reader, search, byUse, offset, limit: PAGE_SIZE });
  const presenter = presenterFor(services, ctx);
  return { quickAnswers: rows.map((row) => toQuickAnswerView(row, presenter)), hasMore: offset + rows.length < count, count };
}

/** One quick answer (API-035). Throws ERR_NOT_FOUND also for one that the person does not have. */
export async function getQuickAnswer(
  services: Services,
  ctx: Ctx,
  { quickAnswerId }: { readonly quickAnswerId: number },
): Promise<QuickAnswerView> {
  const [row] = await listQuickAnswersByIds(services.database.sql, [quickAnswerId]);
  if (!row || !hasQuickAnswer(ctx.actor, row)) throw new AppError("ERR_NOT_FOUND");
  return toQuickAnswerView(row, presenterFor(services, ctx));
}
