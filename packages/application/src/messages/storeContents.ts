import { previewText } from "@balcao/domain/texts";
import { addMessagesToTicket, type LockedTicket } from "@balcao/database/tickets";
import type { Ctx, House, Unit } from "../kernel/index.js";
import { insertOutgoing, toDestination, type OutgoingContent } from "../outgoing/index.js";
import { recordTicketChange } from "../tickets/index.js";

export interface TargetTicket {
  /** Null for a ticket that was opened for this. */
  readonly before: LockedTicket | null;
  readonly ticket: LockedTicket;
}

/**
 * Stores messages of the person's in a locked ticket: rows, outbox, preview and one live event. Answers their ids; the first one carries
 * `clientKey`, by which the client that shows it already knows it again.
 */
export async function storeContents(
  unit: Unit,
  house: House,
  ctx: Pick<Ctx, "actor" | "now">,
  { before, ticket }: TargetTicket,
  contents: readonly OutgoingContent[],
  clientKey: string | null = null,
): Promise<number[]> {
  const { connections } = house.directory.current();
  const to = await toDestination(unit, ticket, (id) => connections.get(id)?.api);
  const ids: number[] = [];
  for (const content of contents) {
    const key = ids.length === 0 ? clientKey : null;
    ids.push(await insertOutgoing(unit, ticket, to, content, { by: "agent", userId: ctx.actor.id, clientKey: key, now: ctx.now }));
  }
  const last = contents.at(-1);
  const preview = previewText({ type: last?.type ?? "conversation", body: last?.body ?? "" });
  const after = await addMessagesToTicket(unit, ticket.id, { preview, at: ctx.now, inboundId: null, unread: 0 });
  await recordTicketChange(unit, before, after, { created: ids });
  return ids;
}
