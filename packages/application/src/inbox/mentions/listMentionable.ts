import { isSuper } from "@balcao/domain/access";
import type { HistoryFacts } from "@balcao/domain/messages";
import { readsComment } from "@balcao/domain/notifications";
import type { MentionableView } from "@balcao/contracts/notices";
import type { TicketRow } from "@balcao/database/tickets";
import { toActor } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTicketRow, presenterFor, toTicketFacts } from "../tickets/index.js";

type Place = Pick<TicketRow, "connectionId" | "queueId" | "userId" | "guestIds">;

/** Where a comment is that somebody writes in a ticket now. */
export const toHistory = ({ connectionId, queueId, userId, guestIds }: Place, authorId: number | null): HistoryFacts => ({
  connectionId,
  queueId,
  ownerId: userId,
  authorId,
  isRecovered: false,
  guestIds,
});

/**
 * Lists the active colleagues of the person by name, and who of them reads a comment that the person
 * writes in the ticket now. Nobody but user 1 knows of user 1.
 */
export async function listMentionable(
  services: Services,
  ctx: Ctx,
  { ticketId }: { readonly ticketId: number },
): Promise<readonly MentionableView[]> {
  const row = await accessTicketRow(services, ctx, ticketId);
  const { directory, fileUrl } = presenterFor(services, ctx);
  const facts = { ticket: toTicketFacts(row), message: toHistory(row, ctx.actor.id) };
  return [...directory.users.values()]
    .flatMap(({ id, name, pictureFileId }): MentionableView[] => {
      const actor = toActor(directory, id);
      if (!actor?.active || id === ctx.actor.id || (isSuper(actor) && !isSuper(ctx.actor))) return [];
      const profilePicUrl = pictureFileId === null ? null : fileUrl(pictureFileId);
      return [{ id, name, profilePicUrl, reads: readsComment(actor, facts, directory) }];
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}
