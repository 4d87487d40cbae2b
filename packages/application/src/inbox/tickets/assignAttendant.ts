import { shareOut, type DecisionRule } from "@balcao/domain/flow";
import { applyIntent } from "@balcao/domain/tickets";
import { resolveAttendant } from "@balcao/domain/users";
import {
  hasWaiting,
  insertDecision,
  putOffer,
  putShare,
  readLastAttendant,
  readRedirects,
  type ContactRedirects,
} from "@balcao/database/flow";
import type { Sql } from "@balcao/database/sql";
import type { LockedTicket } from "@balcao/database/tickets";
import type { Services } from "../../ground/kernel/index.js";
import { saveTransition } from "./saveTransition.js";
import { lockShares } from "./sharers.js";

type AssignmentRule = Extract<
  DecisionRule,
  "queueRedirect" | "substitute" | "redirectAway" | "distributed" | "lastAttendant" | "nobodyFree" | "limitReached"
>;

export interface Assignment {
  readonly ticket: LockedTicket;
  /** By which rule somebody or nobody got it; null for a queue without redirect and distribution. */
  readonly rule: AssignmentRule | null;
}

/**
 * Looks for the attendant of a pending ticket that has just entered its queue: the contact's redirect
 * of that queue, else by distribution among the queue's selected people. Stores the
 * decision.
 */
export async function assignAttendant(
  tx: Sql,
  services: Services,
  ticket: LockedTicket,
  { redirects, ...entry }: Entry & { readonly redirects?: ContactRedirects },
): Promise<Assignment> {
  const { queueId } = ticket;
  if (queueId === null || ticket.status !== "pending" || ticket.userId !== null) return { ticket, rule: null };
  const { perQueue } = redirects ?? (await readRedirects(tx, ticket.contactId));
  const named = perQueue.find((each) => each.queueId === queueId);
  return named ? redirect(tx, services, ticket, { ...named, now: entry.now }) : distributeTicket(tx, services, ticket, entry);
}

/** How a ticket came into its queue. */
interface Entry {
  readonly now: Date;
  /** Somebody gave it on: it does not go back to whoever attended the customer last. */
  readonly isMoved?: boolean;
}

async function redirect(
  tx: Sql,
  services: Services,
  ticket: LockedTicket,
  { queueId, userId: namedId, now }: { readonly queueId: number; readonly userId: number; readonly now: Date },
): Promise<Assignment> {
  const userId = resolveAttendant(namedId, queueId, services.directory.current().users);
  const found = userId === namedId ? "queueRedirect" : "substitute";
  return give(tx, ticket, { userId, rule: userId === null ? "redirectAway" : found, now });
}

/**
 * Gives a ticket that waits in its queue to one of the queue's selected people, or stores that it waits for one. Where the company shares out
 * what waits, it goes behind the tickets that wait already, and the worker's next run decides [D-540].
 */
export async function distributeTicket(
  tx: Sql,
  services: Services,
  ticket: LockedTicket,
  { now, isMoved = false }: Entry,
): Promise<Assignment> {
  const directory = services.directory.current();
  const { queueId, id: ticketId } = ticket;
  if (queueId === null || !directory.queues.get(queueId)?.attendantIds.length) return { ticket, rule: null };
  const lastUserId = isMoved ? null : await lastAttendantOf(tx, services, ticket);
  const shared = await lockShares(tx, directory, [queueId], now);
  for (const { userId, rule } of shareOut([{ id: ticketId, queueId, waitingSince: now, lastUserId }], shared)) {
    const isBehind = userId !== null && directory.settings.shareWaiting && (await hasWaiting(tx, queueId, ticketId));
    if (userId === null || isBehind) await putShare(tx, { ticketId, queueId, since: now, lastUserId });
    else await putOffer(tx, { ticketId, queueId, userId, offeredAt: now, tried: [userId] });
    if (!isBehind) return give(tx, ticket, { userId, rule, now });
  }
  return { ticket, rule: null };
}

const lastAttendantOf = async (tx: Sql, { directory }: Services, ticket: LockedTicket): Promise<number | null> =>
  directory.current().settings.lastAttendant ? readLastAttendant(tx, ticket) : null;

async function give(
  tx: Sql,
  ticket: LockedTicket,
  { userId, rule, now }: { readonly userId: number | null; readonly rule: AssignmentRule; readonly now: Date },
): Promise<Assignment> {
  const result = applyIntent(ticket, "assign", { userId }, now);
  const after = result.ok && !result.unchanged ? await saveTransition(tx, ticket, result.patch, now) : ticket;
  await insertDecision(tx, { ticketId: ticket.id, at: now, rule, queueId: ticket.queueId, userId, facts: {} });
  return { ticket: after, rule };
}
