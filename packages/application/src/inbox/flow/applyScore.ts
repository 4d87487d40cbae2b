import { FLOW } from "@balcao/domain/flow";
import type { Score } from "@balcao/domain/ratings";
import { applyIntent } from "@balcao/domain/tickets";
import { insertDecision } from "@balcao/database/flow";
import { findOpenRating, storeScore, type OpenRating } from "@balcao/database/ratings";
import type { LockedTicket } from "@balcao/database/tickets";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { saveTransition } from "../tickets/index.js";
import { choosesFromMenu, type AnsweredMessage, type FlowResult } from "./answerMessage.js";
import { flowNames, flowText } from "./flowTexts.js";
import { sendFlowTexts } from "./sendFlowTexts.js";

/** Returns the question that a score of this contact would answer now, or null [D-207]. */
export function findRating(
  tx: Unit,
  services: Services,
  { contactId, connectionId, now }: { readonly contactId: number; readonly connectionId: number; readonly now: Date },
): Promise<OpenRating | null> {
  const { closeNpsInterval } = services.directory.current().settings;
  return findOpenRating(tx, contactId, connectionId, new Date(now.getTime() - closeNpsInterval * 60_000));
}

/**
 * Whether a score in this message answers the question of an earlier ticket: not where it is a line of
 * the menu that is open, and not once a person or a chatbot attends, who may have asked something.
 */
export async function mayRateFrom(tx: Unit, services: Services, message: AnsweredMessage, rating: OpenRating): Promise<boolean> {
  const { ticket } = message;
  if (ticket.id === rating.ticketId) return true;
  const isWithBot = ticket.status === "bot" && ticket.flowStep === "asking";
  if (!isWithBot && (ticket.status !== "pending" || ticket.userId !== null)) return false;
  return (!isWithBot && ticket.flowStep !== "menu") || !(await choosesFromMenu(tx, services, message));
}

interface ScoreInput {
  /** The ticket in which the score was written. */
  readonly ticket: LockedTicket;
  readonly rating: OpenRating;
  readonly score: Score;
  readonly eventId: number;
  readonly now: Date;
}

/** Stores a score, closes the ticket that waited for it, and thanks [D-208]; null when the question has ended. */
export async function applyScore(
  tx: Unit,
  services: Services,
  { ticket, rating, score, eventId, now }: ScoreInput,
): Promise<FlowResult | null> {
  if (!(await storeScore(tx, rating.id, score, now))) return null;
  const { rule, texts: kinds } = FLOW.rating.scores;
  await insertDecision(tx, { ticketId: rating.ticketId, at: now, rule, queueId: null, userId: null, facts: { rate: score } });
  const result = applyIntent(ticket, "rate", {}, now);
  const after = ticket.status === "nps" && result.ok && !result.unchanged ? await saveTransition(tx, ticket, result.patch, now) : ticket;
  const directory = services.directory.current();
  const connection = after.connectionId === null ? undefined : directory.connections.get(after.connectionId);
  if (!connection) return { ticket: after, texts: [], comments: [] };
  const texts = kinds.map((kind) => ({ kind, text: flowText(kind, after, { directory, connection, queues: [] }) }));
  const sent = await sendFlowTexts(tx, services, { ticket: after, eventId, now }, { texts, names: flowNames(after, directory) });
  return { ticket: after, ...sent };
}
