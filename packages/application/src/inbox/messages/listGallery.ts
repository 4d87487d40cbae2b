import type { GalleryKind } from "@balcao/domain/messages";
import type { GalleryView } from "@balcao/contracts/messages";
import { getMessageRows, listGalleryIds } from "@balcao/database/messages";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTicketRow, historyFor, presenterFor } from "../tickets/index.js";
import { messageView } from "./messageView.js";

const PAGE_SIZE = 24;

interface GalleryInput {
  readonly ticketId: number;
  readonly kind: GalleryKind;
  readonly before: number | undefined;
}

/**
 * Lists a page of the pictures and videos, links or documents of a ticket that the person sees,
 * newest first.
 */
export async function listGallery(services: Services, ctx: Ctx, { ticketId, kind, before }: GalleryInput): Promise<GalleryView> {
  await accessTicketRow(services, ctx, ticketId);
  const { sql } = services.database;
  const history = historyFor(services, ctx);
  const ids = await listGalleryIds(sql, { ticketId, kind, beforeId: before ?? null, limit: PAGE_SIZE + 1, history });
  const rows = ids.length === 0 ? [] : await getMessageRows(sql, ids.slice(0, PAGE_SIZE));
  const presenter = presenterFor(services, ctx);
  return { messages: rows.map((row) => messageView(row, presenter)), hasMore: ids.length > PAGE_SIZE };
}
