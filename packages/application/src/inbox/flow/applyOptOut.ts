import { FLOW, isAnsweredContact, type FlowCell } from "@balcao/domain/flow";
import { isOptOut } from "@balcao/domain/sends";
import { insertOptOut, wasReachedByRun, type KnownContact } from "@balcao/database/contacts";
import type { LockedTicket } from "@balcao/database/tickets";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import type { FlowResult } from "./answerMessage.js";
import { changeByFlow } from "./changeByFlow.js";
import { flowNames, flowText } from "./flowTexts.js";
import { sendFlowTexts } from "./sendFlowTexts.js";

interface OptOutInput {
  readonly ticket: LockedTicket;
  /** The ticket before the message; null when the message created it. */
  readonly before: LockedTicket | null;
  readonly contact: KnownContact;
  readonly text: string | null;
  readonly sentAt: Date;
  readonly eventId: number;
  readonly now: Date;
  /** Whether the message may be answered: not for history. */
  readonly isLive: boolean;
}

const LONGEST_WORD = 100;

const isLive = (before: LockedTicket | null): boolean => before !== null && before.status !== "closed";

/**
 * Records that a contact wants no more mass sends, when it answers one with a word of the company;
 * null when the message means nothing of that kind. The confirmation takes the place of the flow's
 * answer, once. A ticket that began with the message ends closed, and what the customer writes more opens it again (D-271).
 */
export async function applyOptOut(tx: Unit, services: Services, input: OptOutInput): Promise<FlowResult | null> {
  const { ticket, contact, text, sentAt } = input;
  const directory = services.directory.current();
  const connection = ticket.connectionId === null ? undefined : directory.connections.get(ticket.connectionId);
  if (text === null || !connection || !isOptOut(text, directory.settings.optOutWords)) return null;
  if (!(await wasReachedByRun(tx, contact.id, connection.id, sentAt))) return null;
  const word = text.trim().slice(0, LONGEST_WORD);
  if (!(await insertOptOut(tx, contact.id, { at: sentAt, reason: "word", word }))) return null;
  await recordSystemAudit(tx, "contact.optOut", { contactId: contact.id, ticketId: ticket.id, description: word });
  const cell: FlowCell = isLive(input.before) ? FLOW.reached.optsOutBesides : FLOW.reached.optsOut;
  const step = { ...input, cell, answer: null, goesTo: null, queues: [], target: null, redirects: undefined };
  const { ticket: after } = await changeByFlow(tx, services, ticket, step);
  const ownNumbers = new Set([...directory.connections.values()].flatMap(({ number }) => (number === null ? [] : [number])));
  if (!input.isLive || !isAnsweredContact(contact, ownNumbers)) return { ticket: after, texts: [], comments: [] };
  const texts = cell.texts
    .map((kind) => ({ kind, text: flowText(kind, after, { directory, connection, queues: [] }) }))
    .filter((each) => each.text.trim() !== "");
  const answer = { ...input, ticket: after };
  return { ticket: after, ...(await sendFlowTexts(tx, services, answer, { texts, names: flowNames(after, directory) })) };
}
