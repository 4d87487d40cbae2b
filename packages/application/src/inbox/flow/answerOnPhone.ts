import { decideOnPhone } from "@balcao/domain/flow";
import { endChatbotSession } from "@balcao/database/chatbots";
import { setTicketFlow } from "@balcao/database/flow";
import { withdrawAnswers } from "@balcao/database/outbox";
import type { LockedTicket } from "@balcao/database/tickets";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { NO_FLOW } from "../tickets/index.js";
import { changeByFlow } from "./changeByFlow.js";

interface PhoneAnswer {
  readonly ticket: LockedTicket;
  readonly eventId: number;
  readonly now: Date;
}

interface AnsweredOnPhone {
  readonly ticket: LockedTicket;
  /** Automatic answers that will not leave any more. */
  readonly withdrawn: readonly number[];
}

/**
 * Ends menu, bot and chatbot of a locked ticket, because a person answers the customer on the phone
 * (D-270): what they would have said does not leave. Nothing changes where nothing is answered by itself.
 */
export async function answerOnPhone(tx: Unit, services: Services, { ticket, eventId, now }: PhoneAnswer): Promise<AnsweredOnPhone> {
  const cell = decideOnPhone({ ...ticket, step: ticket.flowStep });
  if (cell === null) return { ticket, withdrawn: [] };
  const step = { cell, answer: null, goesTo: null, queues: [], target: null, redirects: undefined, eventId, now };
  const { ticket: after } = await changeByFlow(tx, services, ticket, step);
  await setTicketFlow(tx, after.id, NO_FLOW);
  if (ticket.flowStep === "chatting") await endChatbotSession(tx, after.id);
  return { ticket: { ...after, ...NO_FLOW }, withdrawn: await withdrawAnswers(tx, after.id) };
}
