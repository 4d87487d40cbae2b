import { BREAKER, BREAKER_COMMENT, isBreakerOpen, type FlowText, type MenuOption } from "@balcao/domain/flow";
import { peerKey } from "@balcao/domain/messages";
import { AppError } from "@balcao/contracts/errors";
import { insertDecision } from "@balcao/database/flow";
import { countRecentAnswers } from "@balcao/database/outbox";
import type { LockedTicket } from "@balcao/database/tickets";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { insertAutomaticText, insertComment, toDestination, type SentText, type TextNames } from "../outgoing/index.js";

interface Answer {
  readonly ticket: LockedTicket;
  readonly eventId: number;
  readonly now: Date;
}

interface SentTexts {
  readonly texts: readonly SentText[];
  /** Comments for agents. */
  readonly comments: readonly number[];
  /** Nothing more is sent by itself in this ticket. */
  readonly isStopped: boolean;
}

interface FlowTexts {
  readonly texts: readonly { readonly kind: FlowText; readonly text: string }[];
  readonly names: TextNames;
  /** The options of a menu, where it is sent as a list, too. */
  readonly options?: readonly MenuOption[];
}

/**
 * Stores texts for sending, each with its cause, so that one event never sends the same text twice.
 * Stops where another machine seems to answer, and tells the people who attend the ticket.
 */
export async function sendFlowTexts(
  tx: Unit,
  services: Services,
  answer: Answer,
  { texts, names, options = [] }: FlowTexts,
): Promise<SentTexts> {
  if (texts.length === 0) return { texts: [], comments: [], isStopped: false };
  const { ticket, eventId, now } = answer;
  const lane = await answerLane(tx, services, ticket);
  if (lane === null) return stop(tx, answer, { rule: "unreachable", comments: [] });
  if (await isLoop(tx, lane, texts.filter(({ kind }) => kind !== "questions").length, now))
    return stop(tx, answer, { rule: "breaker", comments: [await insertComment(tx, ticket, { body: BREAKER_COMMENT, userId: null, now })] });
  const sent: SentText[] = [];
  for (const { kind, text } of texts) {
    const stored = await insertAutomaticText(tx, services, ticket, {
      text,
      names,
      now,
      cause: { eventId, kind },
      options: kind === "greetingWithMenu" || kind === "menu" ? options : [],
    });
    sent.push(...stored);
  }
  return { texts: sent, comments: [], isStopped: false };
}

/** Stores the farewell of a ticket that the product closes by itself, if the contact can be reached and there is one. Returns its messages. */
export async function sendFarewell(
  tx: Unit,
  services: Services,
  { ticket, text, names, now }: { readonly ticket: LockedTicket; readonly text: string; readonly names: TextNames; readonly now: Date },
): Promise<readonly SentText[]> {
  if (text.trim() === "" || (await answerLane(tx, services, ticket)) === null) return [];
  return insertAutomaticText(tx, services, ticket, { text, names, now, cause: { eventId: null, kind: "farewell" } });
}

async function stop(
  tx: Unit,
  { ticket, now }: Answer,
  { rule, comments }: { readonly rule: "breaker" | "unreachable"; readonly comments: readonly number[] },
): Promise<SentTexts> {
  await insertDecision(tx, { ticketId: ticket.id, at: now, rule, queueId: ticket.queueId, userId: ticket.userId, facts: {} });
  return { texts: [], comments, isStopped: true };
}

/**
 * The conversation's lane in the outbox; null when nothing can be sent to the contact, which must not
 * stop the message from being recorded.
 */
async function answerLane(tx: Unit, services: Services, ticket: LockedTicket): Promise<string | null> {
  const { connections } = services.directory.current();
  try {
    const to = await toDestination(tx, ticket, (id) => connections.get(id)?.api);
    return `${to.connectionId}:${peerKey(to.peer)}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    services.logger.warn({ ticketId: ticket.id, code: error.code }, "a contact cannot be answered automatically");
    return null;
  }
}

/** Whether so many automatic texts went to this conversation lately that another machine must be answering. */
async function isLoop(tx: Unit, lane: string, more: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - BREAKER.windowMs);
  return isBreakerOpen(await countRecentAnswers(tx, lane, since, 4 * BREAKER.texts), more);
}
