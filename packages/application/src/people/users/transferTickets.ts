import { invalidField } from "@balcao/contracts/errors";
import type { OwnedTicketsView } from "@balcao/contracts/users";
import { countOwnedTickets } from "@balcao/database/tickets";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { moveOwnedTickets } from "../../inbox/tickets/index.js";
import { accessUser } from "./readUsers.js";

interface TransferTicketsInput {
  readonly userId: number;
  readonly substituteId: number;
  readonly queueId: number;
}

/**
 * Hands a person's live tickets of one queue to a substitute, their status kept, each handed over as by a transfer, and no message to contacts
 * [API-061]. Throws ERR_VALIDATION when the substitute is inactive or not in the queue.
 */
export async function transferTickets(
  services: Services,
  ctx: Ctx,
  { userId, substituteId, queueId }: TransferTicketsInput,
): Promise<{ readonly count: number }> {
  const user = accessUser(services, ctx, userId);
  const { users, queues } = services.directory.current();
  const queue = queues.get(queueId);
  if (!queue) throw invalidField("queueId", "unknown");
  const substitute = users.get(substituteId);
  const takesOver = substitute !== undefined && !substitute.deleted && substitute.active && substitute.queueIds.includes(queueId);
  if (!takesOver || substituteId === userId) throw invalidField("substituteId", "substitute");
  return command(services, ctx, async (unit) => {
    const note = `${substitute.name} substitui ${user.name} na fila ${queue.name}.`;
    const ticketIds = await moveOwnedTickets(unit, { services, ctx }, { userId, queueId, to: substituteId, note });
    const handed = ticketIds.map((ticketId) => ({
      action: "ticket.handToSubstitute" as const,
      ticketId,
      queueId,
      subjectUserId: substituteId,
    }));
    return { audit: handed.length === 0 ? "unchanged" : handed, result: { count: ticketIds.length } };
  });
}

/** Counts the live tickets of a person per queue. Throws ERR_NO_USER_FOUND. */
export async function listOwnedTickets(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { userId }: { readonly userId: number },
): Promise<readonly OwnedTicketsView[]> {
  const user = accessUser(services, ctx, userId);
  const keys = [0, ...services.directory.current().queues.keys()];
  const counts = await countOwnedTickets(services.database.sql, user.id, keys);
  return counts.map(({ queueKey, count }) => ({ queueId: queueKey === 0 ? null : queueKey, count }));
}
