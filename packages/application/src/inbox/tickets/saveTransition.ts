import type { TransitionResult } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import { uniqueViolation, type Sql } from "@balcao/database/sql";
import { patchTicket, type LockedTicket } from "@balcao/database/tickets";

/**
 * Stores a transition. The unique index throws ERR_OTHER_OPEN_TICKET when the contact has another
 * live ticket [C-9].
 */
export async function saveTransition(
  tx: Sql,
  ticket: LockedTicket,
  patch: Extract<TransitionResult, { ok: true; unchanged: false }>["patch"],
  now: Date,
): Promise<LockedTicket> {
  let after: LockedTicket | null;
  try {
    after = await patchTicket(tx, ticket, patch, now);
  } catch (error) {
    if (uniqueViolation(error) === "ticket_one_live") throw new AppError("ERR_OTHER_OPEN_TICKET");
    throw error;
  }
  if (!after) throw new AppError("ERR_TICKET_TRANSITION");
  return after;
}
