import { matches } from "@balcao/domain/access";
import { ticketCondition, type TicketFacts, type TicketRule } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { Sql } from "@balcao/database/sql";
import { getTicketRow, lockTicket, type LockedTicket, type TicketRow } from "@balcao/database/tickets";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/**
 * Returns whether the person may do this with a ticket of these facts, by the current settings.
 */
export function mayOnTicket(services: Services, ctx: Pick<Ctx, "actor">, rule: TicketRule, facts: TicketFacts): boolean {
  return matches(ticketCondition(rule, ctx.actor, services.directory.current().settings), facts);
}

/**
 * Locks the row of a ticket that is about to change until the transaction ends, and checks the
 * person's right to it. Throws ERR_NO_TICKET_FOUND or ERR_NO_PERMISSION before anything was
 * changed.
 */
export async function accessTicket(
  tx: Sql,
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { ticketId, rule }: { readonly ticketId: number; readonly rule: TicketRule },
): Promise<LockedTicket> {
  return checkLockedTicket(services, ctx, rule, await lockTicket(tx, ticketId));
}

/** Like `accessTicket`, for a ticket that a transaction has locked with its BEGIN. */
export function checkLockedTicket(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  rule: TicketRule,
  ticket: LockedTicket | null | undefined,
): LockedTicket {
  if (!ticket) throw new AppError("ERR_NO_TICKET_FOUND");
  if (!mayOnTicket(services, ctx, rule, ticket)) throw new AppError("ERR_NO_PERMISSION");
  return ticket;
}

/** Like `accessTicket`, for reading, without a lock. */
export async function accessTicketRow(services: Services, ctx: Pick<Ctx, "actor">, ticketId: number): Promise<TicketRow> {
  const row = await getTicketRow(services.database.sql, ticketId);
  if (!row) throw new AppError("ERR_NO_TICKET_FOUND");
  if (!mayOnTicket(services, ctx, "ticket:open", row)) throw new AppError("ERR_NO_PERMISSION");
  return row;
}
