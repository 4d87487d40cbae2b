import {
  hasWaiting,
  insertDecision,
  lockSharing,
  putOffer,
  putShare,
  readLastAttendant,
  readLoads,
  readRedirects,
  type ContactRedirects,
} from "@balcao/database/flow";
import type { Sql } from "@balcao/database/sql";
import type { LockedTicket } from "@balcao/database/tickets";
import { mayAttend, peopleBelowLimit, shareOut, type DecisionRule, type SharedQueue, type Sharer } from "@balcao/domain/flow";
import { applyIntent } from "@balcao/domain/tickets";
import { resolveAttendant } from "@balcao/domain/users";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { saveTransition } from "./saveTransition.js";

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

type SharedQueues = ReadonlyMap<number, SharedQueue>;

/** Reads who of some queues' selected people may get tickets now, and what they have [D-095, D-158]. */
export async function readShares(sql: Sql, { users, queues, settings }: DirectorySnapshot, queueIds: readonly number[], now: Date) {
  const named = queueIds.flatMap((id) => queues.get(id) ?? []);
  const rows = await readLoads(sql, [...new Set(named.flatMap(({ attendantIds }) => attendantIds))]);
  const loads = new Map(rows.map((row) => [row.id, row]));
  const sharerOf = (id: number, queueId: number): readonly Sharer[] => {
    const [user, row] = [users.get(id), loads.get(id)];
    if (!user || !row || user.deleted || !mayAttend({ ...user, isOnline: row.isOnline }, queueId, now, settings.timeZone)) return [];
    return [{ id, limit: user.openLimit, loads: row.loads }];
  };
  const shared: SharedQueues = new Map(
    named.map((queue) => [queue.id, { limit: queue.openLimit, people: queue.attendantIds.flatMap((id) => sharerOf(id, queue.id)) }]),
  );
  return shared;
}

/**
 * The same, and nobody else gives tickets of these queues until the transaction ends. A person's own limit is over all queues, so where
 * somebody has one nobody gives tickets of any queue.
 */
export async function lockShares(tx: Sql, directory: DirectorySnapshot, queueIds: readonly number[], now: Date): Promise<SharedQueues> {
  const [only] = queueIds;
  const people = queueIds.flatMap((id) => directory.queues.get(id)?.attendantIds ?? []);
  const isLimited = people.some((id) => (directory.users.get(id)?.openLimit ?? null) !== null);
  await lockSharing(tx, queueIds.length === 1 && only !== undefined && !isLimited ? only : null);
  return readShares(tx, directory, queueIds, now);
}

/** The people of a queue who may get one of its tickets now; the queue stays locked until the transaction ends. */
export async function eligibleAttendants(tx: Sql, directory: DirectorySnapshot, queueId: number, now: Date): Promise<ReadonlySet<number>> {
  const queue = (await lockShares(tx, directory, [queueId], now)).get(queueId);
  return new Set(queue ? peopleBelowLimit(queueId, queue).map(({ id }) => id) : []);
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
