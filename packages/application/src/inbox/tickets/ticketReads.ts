import type { ContactTicketsView, TicketDecisionView } from "@balcao/contracts/tickets";
import { listDecisions as listDecisionRows, type DecisionRow } from "@balcao/database/flow";
import { getMessageRows, type MessageRow } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { getTicketRowsByIds, listContactTickets as listRows, type TicketRow } from "@balcao/database/tickets";
import type { Actor } from "@balcao/domain/access";
import { sees, ticketCondition } from "@balcao/domain/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTicketRow } from "./accessTicket.js";
import { toShownRows } from "./ticketHistory.js";
import { presenterFor, ticketView, toTicketFacts } from "./ticketView.js";

type SeenBy = (actor: Actor) => boolean;

const nobody: SeenBy = () => false;

/** Reads tickets in one query, and returns who of the people sees each now; tickets that do not exist are left out. */
export async function whoSeesEach(services: Services, ticketIds: readonly number[]): Promise<ReadonlyMap<number, SeenBy>> {
  const rows = ticketIds.length === 0 ? [] : await getTicketRowsByIds(services.database.sql, ticketIds);
  const { settings } = services.directory.current();
  return new Map(
    rows.map((row) => {
      const facts = toTicketFacts(row);
      return [row.id, (actor) => sees(actor, settings, facts)];
    }),
  );
}

/** Reads a ticket, and returns who of the people sees it now; nobody sees a ticket that does not exist. */
export async function whoSees(services: Services, ticketId: number): Promise<SeenBy> {
  const each = await whoSeesEach(services, [ticketId]);
  return each.get(ticketId) ?? nobody;
}

const PAGE_SIZE = 10;

interface ContactTicketsInput {
  readonly contactId: number;
  readonly before: number | undefined;
}

/** Lists a page of the tickets of a contact that the person may open, newest first. */
export async function listContactTickets(
  services: Services,
  ctx: Ctx,
  { contactId, before }: ContactTicketsInput,
): Promise<ContactTicketsView> {
  const presenter = presenterFor(services, ctx);
  const condition = ticketCondition("ticket:open", ctx.actor, presenter.directory.settings);
  const rows = await listRows(services.database.sql, { contactId, condition, beforeId: before ?? null, limit: PAGE_SIZE + 1 });
  const shown = await toShownRows(services.database.sql, presenter.directory, rows.slice(0, PAGE_SIZE));
  return { tickets: shown.map((row) => ticketView(row, presenter)), hasMore: rows.length > PAGE_SIZE };
}

/**
 * Lists the automatic decisions about a ticket, the newest first, for everybody who may open it.
 * Throws ERR_NO_TICKET_FOUND or ERR_NO_PERMISSION.
 */
export async function listDecisions(
  services: Services,
  ctx: Ctx,
  { ticketId }: { readonly ticketId: number },
): Promise<TicketDecisionView[]> {
  await accessTicketRow(services, ctx, ticketId);
  const directory = services.directory.current();
  return (await listDecisionRows(services.database.sql, ticketId)).map((row) => toDecisionView(row, directory));
}

function toDecisionView({ id, at, rule, queueId, userId, facts }: DecisionRow, { queues, users }: DirectorySnapshot): TicketDecisionView {
  const queue = queueId === null ? undefined : queues.get(queueId);
  const user = userId === null ? undefined : users.get(userId);
  const { rate } = facts;
  return {
    id,
    at: at.toISOString(),
    rule,
    queue: queue ? { id: queue.id, name: queue.name } : null,
    user: user ? { id: user.id, name: user.name } : null,
    rate: typeof rate === "number" ? rate : null,
  };
}

/** A message with its ticket. */
export interface TicketMessageRow {
  readonly message: MessageRow;
  readonly ticket: TicketRow;
}

/** Reads messages that were not deleted with their tickets, in the order of the ids; those that are gone are left out. */
export async function readTicketMessages(sql: Sql, messageIds: readonly number[]): Promise<readonly TicketMessageRow[]> {
  if (messageIds.length === 0) return [];
  const messages = (await getMessageRows(sql, messageIds)).filter(({ isDeleted }) => !isDeleted);
  const ticketIds = [...new Set(messages.map(({ ticketId }) => ticketId))];
  const tickets = new Map((await getTicketRowsByIds(sql, ticketIds)).map((row) => [row.id, row]));
  return messages.flatMap((message) => {
    const ticket = tickets.get(message.ticketId);
    return ticket ? [{ message, ticket }] : [];
  });
}
