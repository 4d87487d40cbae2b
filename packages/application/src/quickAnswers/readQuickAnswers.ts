import { AppError } from "@balcao/contracts/errors";
import type { QuickAnswerListView, QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { listQuickAnswersByIds, searchQuickAnswers, type QuickAnswerRow } from "@balcao/database/quickAnswers";
import type { Ctx, Services } from "../kernel/index.js";
import { presenterFor, type Presenter } from "../tickets/index.js";

const PAGE_SIZE = 20;

/** A quick answer for the wire. */
export function toQuickAnswerView(row: QuickAnswerRow, { fileUrl }: Pick<Presenter, "fileUrl">): QuickAnswerView {
  return {
    id: row.id,
    shortcut: row.shortcut,
    message: row.message,
    mediaUrl: row.fileId === null ? null : fileUrl(row.fileId),
    mediaType: row.mime === null ? null : mediaTypeOf(row.mime),
    mediaName: row.fileName,
  };
}

function mediaTypeOf(mime: string): QuickAnswerView["mediaType"] {
  const kind = mime.split("/")[0];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "application";
}

interface QuickAnswerListInput {
  readonly search: string;
  readonly pageNumber: number;
}

/** A page of the quick answers, by shortcut (API-034, D-165). */
export async function listQuickAnswers(
  services: Services,
  ctx: Ctx,
  { search, pageNumber }: QuickAnswerListInput,
): Promise<QuickAnswerListView> {
  const offset = (pageNumber - 1) * PAGE_SIZE;
  const { rows, count } = await searchQuickAnswers(services.database.sql, { search, offset, limit: PAGE_SIZE });
  const presenter = presenterFor(services, ctx);
  return { quickAnswers: rows.map((row) => toQuickAnswerView(row, presenter)), hasMore: offset + rows.length < count, count };
}

/** One quick answer (API-035). */
export async function getQuickAnswer(
  services: Services,
  ctx: Ctx,
  { quickAnswerId }: { readonly quickAnswerId: number },
): Promise<QuickAnswerView> {
  const [row] = await listQuickAnswersByIds(services.database.sql, [quickAnswerId]);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return toQuickAnswerView(row, presenterFor(services, ctx));
}
