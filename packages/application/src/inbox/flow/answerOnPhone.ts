import { decideOnPhone } from "@balcao/domain/flow";
import { endChatbotSession } from "@balcao/database/chatbots";
import { setTicketFlow } from "@balcao/database/flow";
import type { LockedTicket } from "@balcao/database/tickets";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { NO_FLOW } from "../tickets/index.js";
import { changeByFlow } from "./changeByFlow.js";

interface PhoneAnswer {
  readonly ticket: LockedTicket;
  readonly eventId: number;
  readonly now: Date;
}

/**
 * Ends menu, bot and chatbot of a locked ticket, because a person answers the customer on the phone
 * (D-270). Returns the ticket, unchanged where nothing is answered by itself.
 */
export async function answerOnPhone(tx: Unit, services: Services, { ticket, eventId, now }: PhoneAnswer): Promise<LockedTicket> {
  const cell = decideOnPhone({ ...ticket, step: ticket.flowStep });
  if (cell === null) return ticket;
  const step = { cell, answer: null, queues: [], target: null, redirects: undefined, eventId, now };
  const { ticket: after } = await changeByFlow(tx, services, ticket, step);
  await setTicketFlow(tx, after.id, NO_FLOW);
  if (ticket.flowStep === "chatting") await endChatbotSession(tx, after.id);
  return { ...after, ...NO_FLOW };
}
