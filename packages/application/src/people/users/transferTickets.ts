import { invalidField } from "@balcao/contracts/errors";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { moveOwnedTickets } from "../../inbox/tickets/index.js";
import { accessUser } from "./accessUser.js";

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
