import { matches } from "@balcao/domain/access";
import { ticketCondition, type TicketFacts, type TicketRule } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { Sql } from "@balcao/database/sql";
import { getTicketRow, lockTicket, type LockedTicket, type TicketRow } from "@balcao/database/tickets";
import type { Ctx, House } from "../kernel/index.js";

/** Whether the person may do this with a ticket of these facts, by the settings of now (D-060). */
export function mayOnTicket(house: House, ctx: Pick<Ctx, "actor">, rule: TicketRule, facts: TicketFacts): boolean {
  return matches(ticketCondition(rule, ctx.actor, house.directory.current().settings), facts);
}

/**
 * The only way to a ticket that is about to change: its row, locked until the transaction ends, and the person's right to it, in one step.
 * Absent is ERR_NO_TICKET_FOUND, refused is ERR_NO_PERMISSION, both before anything happened.
 */
export async function accessTicket(
  tx: Sql,
  house: House,
  ctx: Pick<Ctx, "actor">,
  ticketId: number,
  rule: TicketRule,
): Promise<LockedTicket> {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) throw new AppError("ERR_NO_TICKET_FOUND");
  if (!mayOnTicket(house, ctx, rule, ticket)) throw new AppError("ERR_NO_PERMISSION");
  return ticket;
}

/** The same for reading: no lock. */
export async function accessTicketRow(house: House, ctx: Pick<Ctx, "actor">, ticketId: number): Promise<TicketRow> {
  const row = await getTicketRow(house.database.sql, ticketId);
  if (!row) throw new AppError("ERR_NO_TICKET_FOUND");
  if (!mayOnTicket(house, ctx, "ticket:open", row)) throw new AppError("ERR_NO_PERMISSION");
  return row;
}
