import { leastBusy, mayAttend, type DecisionRule } from "@balcao/domain/flow";
import { applyIntent } from "@balcao/domain/tickets";
import { resolveAttendant } from "@balcao/domain/users";
import { insertDecision, lockAttendantLoads, putOffer, readRedirects, type ContactRedirects } from "@balcao/database/flow";
import type { Sql } from "@balcao/database/sql";
import type { LockedTicket } from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { saveTransition } from "./saveTransition.js";

type AssignmentRule = Extract<DecisionRule, "queueRedirect" | "substitute" | "redirectAway" | "distributed" | "nobodyFree">;

export interface Assignment {
  readonly ticket: LockedTicket;
  /** By which rule somebody or nobody got it; null for a queue without redirect and distribution. */
  readonly rule: AssignmentRule | null;
}

/**
 * Looks for the attendant of a pending ticket that has just entered its queue: the contact's redirect
 * of that queue, else the least busy of the queue's selected people. Stores the
 * decision.
 */
export async function assignAttendant(
  tx: Sql,
  services: Services,
  ticket: LockedTicket,
  { now, redirects }: { readonly now: Date; readonly redirects?: ContactRedirects },
): Promise<Assignment> {
  const { queueId } = ticket;
  if (queueId === null || ticket.status !== "pending" || ticket.userId !== null) return { ticket, rule: null };
  const { perQueue } = redirects ?? (await readRedirects(tx, ticket.contactId));
  const named = perQueue.find((each) => each.queueId === queueId);
  return named ? redirect(tx, services, ticket, { ...named, now }) : distribute(tx, services, ticket, { queueId, now });
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

async function distribute(
  tx: Sql,
  services: Services,
  ticket: LockedTicket,
  { queueId, now }: { readonly queueId: number; readonly now: Date },
): Promise<Assignment> {
  const directory = services.directory.current();
  if ((directory.queues.get(queueId)?.attendantIds.length ?? 0) === 0) return { ticket, rule: null };
  const [userId] = await eligibleAttendants(tx, directory, queueId, now);
  if (userId === undefined) return give(tx, ticket, { userId: null, rule: "nobodyFree", now });
  await putOffer(tx, { ticketId: ticket.id, queueId, userId, offeredAt: now, tried: [userId] });
  return give(tx, ticket, { userId, rule: "distributed", now });
}

/**
 * The selected people of a queue who may get a ticket now: the least busy first, the others in the
 * queue's order; only people who are online [D-095]. The queue stays locked until the transaction ends.
 */
export async function eligibleAttendants(tx: Sql, directory: DirectorySnapshot, queueId: number, now: Date): Promise<number[]> {
  const selected = directory.queues.get(queueId)?.attendantIds ?? [];
  const loads = new Map((await lockAttendantLoads(tx, queueId, selected)).map((row) => [row.id, row]));
  const eligible = selected.flatMap((id) => {
    const user = directory.users.get(id);
    const { isOnline, load } = loads.get(id) ?? { isOnline: false, load: 0 };
    if (!user || user.deleted) return [];
    return mayAttend({ ...user, isOnline }, queueId, now, directory.settings.timeZone) ? [{ id, load }] : [];
  });
  const least = leastBusy(eligible);
  return least === null ? [] : [least.id, ...eligible.map(({ id }) => id).filter((id) => id !== least.id)];
}

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
