import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { TicketView } from "@balcao/contracts/tickets";
import { getMentionedUsers } from "@balcao/database/notices";
import type { Sql } from "@balcao/database/sql";
import { getTicketRowsByIds, listGuestTicketIds, setTicketGuests, type LockedTicket } from "@balcao/database/tickets";
import { isSuper, matches } from "@balcao/domain/access";
import { LIMITS } from "@balcao/domain/limits";
import { invitedCondition, mayEndInvitation } from "@balcao/domain/tickets";
import { command, type Ctx, type Done, type Services, type Unit } from "../../ground/kernel/index.js";
import { recordMentions, type Mentioned } from "../mentions/index.js";
import { insertComment } from "../outgoing/index.js";
import { accessTicket, getTicket, presenterFor, recordTicketChange, ticketView, toShownRows } from "../tickets/index.js";

interface EndInvitationInput {
  readonly ticketId: number;
  readonly userId: number;
  readonly note: AuditNote | null;
}

/**
 * Takes an invitation back, or leaves; from then on the guest sees of the ticket what everybody of their rights sees [D-551]. Nothing changes
 * where the person is no guest.
 */
export async function endInvitation(
  services: Services,
  ctx: Ctx,
  { ticketId, userId, note }: EndInvitationInput,
): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:open" });
    const at = ticket.guestIds.indexOf(userId);
    const invitedById = ticket.guestInviterIds[at];
    if (invitedById === undefined) return { audit: "unchanged", result: null };
    if (!mayEndInvitation(ctx.actor, services.directory.current().settings, ticket, { userId, invitedById }))
      throw new AppError("ERR_NO_PERMISSION");
    const without = (ids: readonly number[]): number[] => ids.filter((_id, place) => place !== at);
    const guests = { guestIds: without(ticket.guestIds), guestInviterIds: without(ticket.guestInviterIds) };
    const after = await setTicketGuests(unit, ticketId, guests);
    await recordTicketChange(unit, ticket, after);
    const { contactId, queueId, connectionId } = after;
    return {
      audit: { action: "ticket.endInvitation", ticketId, contactId, queueId, connectionId, subjectUserId: userId, note },
      result: null,
    };
  });
  return { message: "Invitation ended" };
}

interface InviteInput {
  readonly ticketId: number;
  readonly userId: number;
  /** What the inviting person says to the guest; may be empty. */
  readonly comment: string;
  readonly note: AuditNote | null;
}

/**
 * Invites a colleague to a live ticket: until it is closed or the invitation is taken back, they read it and comment in it,
 * wherever it is. A comment mentions them, which is how they hear of it [D-550]. Inviting a guest again changes nothing. Throws
 * ERR_INVITED_USER unless the person is an active colleague.
 */
export async function inviteToTicket(services: Services, ctx: Ctx, input: InviteInput): Promise<TicketView> {
  const { ticketId, userId, comment } = input;
  await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:write" });
    return unit.once({ ticketId, userId, comment }, () => invite(unit, services, ctx, { ticket, ...input }));
  });
  return getTicket(services, ctx, { ticketId });
}

async function invite(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  { ticket, userId, comment, note }: InviteInput & { readonly ticket: LockedTicket },
): Promise<Done<readonly number[]>> {
  if (ticket.status === "closed" || ticket.status === "nps") throw new AppError("ERR_TICKET_TRANSITION");
  const guest = await toGuest(unit, ctx, userId);
  if (ticket.guestIds.includes(userId)) return { audit: "unchanged", result: [] };
  if (ticket.guestIds.length >= LIMITS.ticket.guests) throw invalidField("userId", "max");
  const after = await setTicketGuests(unit, ticket.id, {
    guestIds: [...ticket.guestIds, userId],
    guestInviterIds: [...ticket.guestInviterIds, ctx.actor.id],
  });
  const said = { body: `@${guest.name} ${comment}`.trim(), userId: ctx.actor.id, mentioned: [guest], now: ctx.now };
  const messageId = await insertComment(unit, after, said);
  await recordMentions(unit, services, { authorId: ctx.actor.id, ticket: after, messageId, mentioned: [guest] });
  await recordTicketChange(unit, ticket, after, { created: [messageId] });
  const { id: ticketId, contactId, queueId, connectionId } = after;
  return { audit: { action: "ticket.invite", ticketId, contactId, queueId, connectionId, subjectUserId: userId, note }, result: [] };
}

const refused = (rule: "self" | "unknown" | "inactive"): AppError =>
  new AppError("ERR_INVITED_USER", { details: [{ field: "userId", rule }] });

/** Nobody but user 1 knows of user 1. */
async function toGuest(tx: Sql, { actor }: Pick<Ctx, "actor">, userId: number): Promise<Mentioned> {
  if (userId === actor.id) throw refused("self");
  const [user] = await getMentionedUsers(tx, [userId]);
  if (!user || (isSuper(user) && !isSuper(actor))) throw refused("unknown");
  if (!user.active) throw refused("inactive");
  return { id: user.id, name: user.name };
}

const MOST = 100;

/** Lists the tickets that the person is invited to, newest activity first [D-552]. */
export async function listInvitedTickets(services: Services, ctx: Ctx): Promise<readonly TicketView[]> {
  const { sql } = services.database;
  const ids = await listGuestTicketIds(sql, ctx.actor.id, MOST);
  if (ids.length === 0) return [];
  const rows = (await getTicketRowsByIds(sql, ids)).filter((row) => matches(invitedCondition(ctx.actor), row));
  const presenter = presenterFor(services, ctx);
  return (await toShownRows(sql, presenter.directory, rows)).map((row) => ticketView(row, presenter));
}
