import { FLOW, isAnsweredContact } from "@balcao/domain/flow";
import { isOptOut } from "@balcao/domain/sends";
import { insertOptOut, wasReachedByRun, type KnownContact } from "@balcao/database/contacts";
import { insertDecision } from "@balcao/database/flow";
import type { LockedTicket } from "@balcao/database/tickets";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import type { FlowResult } from "./answerMessage.js";
import { flowNames, flowText } from "./flowTexts.js";
import { sendFlowTexts } from "./sendFlowTexts.js";

interface OptOutInput {
  readonly ticket: LockedTicket;
  readonly contact: KnownContact;
  readonly text: string | null;
  readonly sentAt: Date;
  readonly eventId: number;
  readonly now: Date;
  /** Whether the message may be answered: not for history. */
  readonly isLive: boolean;
}

const LONGEST_WORD = 100;

/**
 * Records that a contact wants no more mass sends, when it answers one with a word of the company;
 * null when the message means nothing of that kind. The confirmation takes the place of the flow's
 * answer, once; the message itself stays in its ticket like any other.
 */
export async function applyOptOut(tx: Unit, services: Services, input: OptOutInput): Promise<FlowResult | null> {
  const { ticket, contact, text, sentAt, now } = input;
  const directory = services.directory.current();
  const connection = ticket.connectionId === null ? undefined : directory.connections.get(ticket.connectionId);
  if (text === null || !connection || !isOptOut(text, directory.settings.optOutWords)) return null;
  if (!(await wasReachedByRun(tx, contact.id, connection.id, sentAt))) return null;
  const word = text.trim().slice(0, LONGEST_WORD);
  if (!(await insertOptOut(tx, contact.id, { at: sentAt, reason: "word", word }))) return null;
  await recordSystemAudit(tx, "contact.optOut", { contactId: contact.id, ticketId: ticket.id, description: word });
  const { rule, texts: kinds } = FLOW.reached.optsOut;
  await insertDecision(tx, { ticketId: ticket.id, at: now, rule, queueId: ticket.queueId, userId: ticket.userId, facts: {} });
  const ownNumbers = new Set([...directory.connections.values()].flatMap(({ number }) => (number === null ? [] : [number])));
  if (!input.isLive || !isAnsweredContact(contact, ownNumbers)) return { ticket, texts: [], comments: [] };
  const texts = kinds
    .map((kind) => ({ kind, text: flowText(kind, ticket, { directory, connection, queues: [] }) }))
    .filter((each) => each.text.trim() !== "");
  return { ticket, ...(await sendFlowTexts(tx, services, input, { texts, names: flowNames(ticket, directory) })) };
}
