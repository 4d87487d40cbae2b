import { restrictsHistory } from "@balcao/domain/messages";
import { getNewestMessageId } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { setTicketRecovered, type LockedTicket } from "@balcao/database/tickets";
import type { Services } from "../../ground/kernel/index.js";

/**
 * What a transfer does to the sight of the messages so far: recovered, they are seen by the
 * new queue and person; otherwise what an earlier transfer recovered is taken back; without effect
 * where the connection shows all of the history. Returns whether anybody's sight may have changed.
 */
export async function recoverHistory(
  tx: Sql,
  services: Services,
  { before, after }: { readonly before: LockedTicket; readonly after: LockedTicket },
  recovers: boolean,
): Promise<boolean> {
  const { histories } = services.directory.current();
  const isRestricted = restrictsHistory(histories, after.connectionId);
  const upTo = recovers && isRestricted ? await getNewestMessageId(tx, after.id) : 0;
  if (upTo !== before.recoveredMessageId) await setTicketRecovered(tx, after.id, upTo);
  const wasRestricted = restrictsHistory(histories, before.connectionId);
  const moved = upTo !== before.recoveredMessageId || before.connectionId !== after.connectionId;
  return moved && (isRestricted || wasRestricted);
}
