import { isSuper, matches } from "@balcao/domain/access";
import { offeredReasons } from "@balcao/domain/closing";
import { ticketCondition, type TicketFacts, type WhyClosed } from "@balcao/domain/tickets";
import { plannedFault } from "@balcao/domain/schedules";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { PLANNED_SENTENCES } from "@balcao/contracts/schedules";
import type { WireIntent } from "@balcao/contracts/tickets";
import { toActor, type DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx } from "../../ground/kernel/index.js";

/** The ticket's facts that the rules need. */
interface Subject extends TicketFacts {
  readonly connectionId: number | null;
}

/**
 * Throws if this person may not apply this intent to this ticket; the state machine checks the
 * ticket's state afterwards. Ids in a request are checked together with the ticket, never alone.
 */
export function checkIntent(directory: DirectorySnapshot, ctx: Pick<Ctx, "actor" | "now">, ticket: Subject, wire: WireIntent): void {
  const { actor } = ctx;
  switch (wire.intent) {
    case "accept":
      checkNamedUser(directory, actor, wire.input.userId, wire.input.queueId ?? ticket.queueId);
      checkAcceptQueue(directory, actor, ticket, wire.input.queueId);
      return;
    case "reopen":
      checkNamedUser(directory, actor, wire.input.userId, ticket.queueId);
      return;
    case "resume":
      checkResume(directory, actor, ticket);
      return;
    case "snooze":
      checkSnooze(directory, ctx, ticket, wire.input.wakesAt);
      return;
    case "pause":
      if (wire.input.pauseTag.trim() === "") throw new AppError("ERR_PAUSE_FIELDS");
      return;
    case "transfer":
      checkTransfer(directory, actor, ticket, wire.input);
      return;
    case "resolve":
    case "close":
      checkReason(directory, ticket, wire.input);
      return;
    case "returnToWaiting":
      return;
  }
}

/** A reason that is named is one that is offered for the ticket's queue; none is always taken, also where our screens ask for one (D-500). */
function checkReason({ settings }: DirectorySnapshot, { queueId }: Subject, { reason }: WhyClosed): void {
  if (reason !== undefined && !offeredReasons(settings.closingReasons, queueId).some(({ id }) => id === reason))
    throw invalidField("reasonId", "exists");
}

function checkResume({ settings }: DirectorySnapshot, actor: Ctx["actor"], ticket: Subject): void {
  if (!matches(ticketCondition("ticket:resume", actor, settings), ticket)) throw new AppError("ERR_NO_PERMISSION");
}

/** Another time for a pause is an end of it, and the time is to come, within a year (D-440). */
function checkSnooze(directory: DirectorySnapshot, { actor, now }: Pick<Ctx, "actor" | "now">, ticket: Subject, at: Date | null): void {
  if (ticket.status === "paused") checkResume(directory, actor, ticket);
  const fault = at && plannedFault(at, now);
  if (fault) throw invalidField("snoozeUntil", fault, PLANNED_SENTENCES[fault]);
}

/**
 * A profile user may only name themselves; gerente and admin may name another active user of the
 * queue [D-049].
 */
function checkNamedUser(directory: DirectorySnapshot, actor: Ctx["actor"], userId: number, queueId: number | null): void {
  if (userId === actor.id) return;
  if (actor.profile === "user") throw new AppError("ERR_NO_PERMISSION");
  if (!mayBeNamed(directory, actor, userId, queueId)) throw new AppError("ERR_WORKING_USER_REQUIRED");
}

/**
 * Returns whether the actor may assign a ticket of this queue to a user. User 1 is invisible to
 * everybody else.
 */
export function mayBeNamed(directory: DirectorySnapshot, actor: Ctx["actor"], userId: number, queueId: number | null): boolean {
  return (!isSuper({ id: userId }) || isSuper(actor)) && worksInQueue(directory, userId, queueId);
}

/**
 * Returns whether a user could open a ticket of this queue: active, and in the queue unless an
 * administrator.
 */
function worksInQueue(directory: DirectorySnapshot, userId: number, queueId: number | null): boolean {
  const person = toActor(directory, userId);
  if (!person?.active) return false;
  return person.profile === "admin" || queueId === null || person.queueIds.includes(queueId);
}

/**
 * A ticket without a queue must be accepted into one of the person's queues, if there are queues
 * and the person has any.
 */
function checkAcceptQueue(directory: DirectorySnapshot, actor: Ctx["actor"], ticket: Subject, queueId: number | undefined): void {
  if (queueId !== undefined) {
    if (!directory.queues.has(queueId) || (actor.profile !== "admin" && !actor.queueIds.includes(queueId)))
      throw new AppError("ERR_QUEUE_REQUIRED");
    return;
  }
  if (ticket.queueId === null && directory.queues.size > 0 && actor.queueIds.length > 0) throw new AppError("ERR_QUEUE_REQUIRED");
}

function checkTransfer(
  directory: DirectorySnapshot,
  actor: Ctx["actor"],
  ticket: Subject,
  input: { readonly queueId: number; readonly connectionId: number; readonly userId?: number },
): void {
  if (!directory.queues.has(input.queueId)) throw new AppError("ERR_QUEUE_REQUIRED");
  if (!directory.connections.has(input.connectionId)) throw new AppError("ERR_CONNECTION_REQUIRED");
  if (input.userId !== undefined && !mayBeNamed(directory, actor, input.userId, input.queueId))
    throw new AppError("ERR_WORKING_USER_REQUIRED");
  if (input.connectionId !== ticket.connectionId && !matches(ticketCondition("ticket:transferWhatsapp", actor, directory.settings), ticket))
    throw new AppError("ERR_NO_PERMISSION");
}
