import { CAPABILITIES } from "@balcao/domain/connections";
import { bindEcho, confirmSends } from "@balcao/database/outbox";
import { lockTicket } from "@balcao/database/tickets";
import { conversationKeys, findInConversation } from "./findInConversation.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import type { MessageEvent } from "./toDraft.js";

/** Whether a message of ours comes back from the network: it proves that it went out, and changes nothing else (P-1). */
export async function isOwnEcho(step: LaneStep, event: MessageEvent, changes: LaneChanges): Promise<boolean> {
  if (!event.ref.fromMe) return false;
  return (await isKnownSend(step, event)) || (await isEchoOfUnansweredSend(step, event, changes));
}

async function isKnownSend({ tx, connectionId }: LaneStep, event: MessageEvent): Promise<boolean> {
  const known = await findInConversation(tx, connectionId, { ...event.ref, fromMe: true });
  if (known) await confirmSends(tx, connectionId, [event.ref.externalId]);
  return known !== null;
}

/**
 * Binds an echo to a send without an answer: where the network chooses ids, such a send comes back
 * as if typed on the phone [M-5].
 */
async function isEchoOfUnansweredSend(
  { tx, services, connectionId }: LaneStep,
  event: MessageEvent,
  changes: LaneChanges,
): Promise<boolean> {
  const api = services.directory.current().connections.get(connectionId)?.api;
  if (api === undefined || CAPABILITIES[api].chosenId) return false;
  const { content, ref, sentAt } = event;
  if (content.kind !== "text" && content.kind !== "media") return false;
  const bound = await bindEcho(tx, connectionId, {
    chats: await conversationKeys(tx, connectionId, ref.chat),
    externalId: ref.externalId,
    body: content.kind === "text" ? content.body : content.caption,
    hasFile: content.kind === "media",
    sentAt,
  });
  const ticket = bound && (await lockTicket(tx, bound.ticketId));
  if (bound && ticket) changes.ticket(ticket, ticket).updated.push(bound.id);
  return bound !== null;
}
