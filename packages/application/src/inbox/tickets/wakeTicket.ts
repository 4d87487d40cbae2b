import { formatDate, formatTime } from "@balcao/domain/calendar";
import type { DecisionRule } from "@balcao/domain/flow";
import { wakingNote } from "@balcao/domain/texts";
import { applyIntent, type TicketIntents } from "@balcao/domain/tickets";
import { insertDecision } from "@balcao/database/flow";
import type { LockedTicket } from "@balcao/database/tickets";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { assignAttendant } from "./assignAttendant.js";
import { recordHandover } from "./recordHandover.js";
import { saveTransition } from "./saveTransition.js";

/** How a snooze ended, and when. */
type Waking = TicketIntents["wake"] & { readonly now: Date };

/**
 * Ends the snooze of a locked ticket: open for its owner, or for its queue without an owner who is there; unread, with a line that says
 * why, which is pushed where no message of the customer is [D-440]. Returns the ticket and the line's id; null when it does not sleep.
 */
export async function wakeTicket(
  unit: Unit,
  services: Services,
  ticket: LockedTicket,
  { now, ...how }: Waking,
): Promise<{ readonly ticket: LockedTicket; readonly messageId: number } | null> {
  const result = applyIntent(ticket, "wake", how, now);
  if (!result.ok || result.unchanged) return null;
  const woken = await saveTransition(unit, ticket, result.patch, now);
  await explain(unit, woken, { rule: ruleOf(how), now });
  const after = result.effects.includes("distribute") ? (await assignAttendant(unit, services, woken, { now })).ticket : woken;
  const note = noteOf(services, ticket, how);
  return recordHandover(unit, services, { ticket: after, note, authorId: null, now, isAwake: true, isSilent: how.by === "wrote" });
}

const ruleOf = ({ by, isAway }: TicketIntents["wake"]): Extract<DecisionRule, "snoozeEnded" | "snoozeAnswered" | "ownerAway"> => {
  if (by === "wrote") return "snoozeAnswered";
  return isAway ? "ownerAway" : "snoozeEnded";
};

function noteOf(services: Services, { wakesAt, pauseTag: tag, userId }: LockedTicket, { by, isAway }: TicketIntents["wake"]): string {
  const { settings, users } = services.directory.current();
  const until = by === "timeUp" && wakesAt ? `${formatDate(wakesAt, settings.timeZone)} ${formatTime(wakesAt, settings.timeZone)}` : null;
  const owner = userId === null ? undefined : users.get(userId)?.name;
  return wakingNote({ until, tag, away: (isAway ? owner : undefined) ?? null });
}

async function explain(unit: Unit, ticket: LockedTicket, { rule, now }: { readonly rule: ReturnType<typeof ruleOf>; readonly now: Date }) {
  const { id: ticketId, contactId, queueId, connectionId, userId } = ticket;
  await insertDecision(unit.atCommit, { ticketId, at: now, rule, queueId, userId, facts: {} });
  await recordSystemAudit(unit.atCommit, "ticket.wake", { ticketId, contactId, queueId, connectionId, subjectUserId: userId });
}
