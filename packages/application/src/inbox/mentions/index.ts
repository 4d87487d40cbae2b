import { AppError } from "@balcao/contracts/errors";
import type { MentionableView } from "@balcao/contracts/notices";
import { getMentionedUsers } from "@balcao/database/notices";
import type { Sql } from "@balcao/database/sql";
import type { LockedTicket, TicketRow } from "@balcao/database/tickets";
import { isSuper } from "@balcao/domain/access";
import type { HistoryFacts } from "@balcao/domain/messages";
import { readsComment } from "@balcao/domain/notifications";
import { toActor } from "../../ground/directory/index.js";
import type { Ctx, Services, Unit } from "../../ground/kernel/index.js";
import { tellPeople } from "../../ground/notices/index.js";
import { accessTicketRow, presenterFor, toTicketFacts } from "../tickets/index.js";

type Place = Pick<TicketRow, "connectionId" | "queueId" | "userId" | "guestIds">;

/** Where a comment is that somebody writes in a ticket now. */
const toHistory = ({ connectionId, queueId, userId, guestIds }: Place, authorId: number | null): HistoryFacts => ({
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

/** A colleague under the name of the moment of the mention. */
export interface Mentioned {
  readonly id: number;
  readonly name: string;
}

const refused = (rule: "self" | "unknown" | "inactive"): AppError =>
  new AppError("ERR_MENTIONED_USER", { details: [{ field: "mentions", rule }] });

/**
 * Reads the people whom a comment is to mention, in one query. Throws ERR_MENTIONED_USER unless each
 * is an active colleague; nobody but user 1 knows of user 1.
 */
export async function toMentioned(tx: Sql, { actor }: Pick<Ctx, "actor">, userIds: readonly number[]): Promise<readonly Mentioned[]> {
  if (userIds.length === 0) return [];
  if (userIds.includes(actor.id)) throw refused("self");
  const users = await getMentionedUsers(tx, userIds);
  if (users.length < userIds.length || users.some((user) => isSuper(user) && !isSuper(actor))) throw refused("unknown");
  if (users.some(({ active }) => !active)) throw refused("inactive");
  return users.map(({ id, name }) => ({ id, name }));
}

interface NewMentions {
  /** Null when the product itself wrote the comment. */
  readonly authorId: number | null;
  readonly ticket: LockedTicket;
  readonly messageId: number;
  readonly mentioned: readonly Mentioned[];
}

/** Notifies those of the mentioned people who read the comment; the others learn nothing of it. */
export async function recordMentions(
  unit: Unit,
  services: Services,
  { authorId, ticket, messageId, mentioned }: NewMentions,
): Promise<void> {
  if (mentioned.length === 0) return;
  const directory = services.directory.current();
  const facts = { ticket: toTicketFacts(ticket), message: toHistory(ticket, authorId) };
  const userIds = mentioned.flatMap(({ id }) => {
    const actor = toActor(directory, id);
    return actor && readsComment(actor, facts, directory) ? [id] : [];
  });
  const kind = authorId === null ? "failedSend" : "mention";
  await tellPeople(unit, { kind, about: { messageId }, userIds, at: services.clock.now() });
}
