import { applyIntent, openingState } from "@balcao/domain/tickets";
import type { Sql } from "@balcao/database/sql";
import { insertTicket, lockLiveTicket, lockNewestTicket, type LockedTicket } from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../directory/index.js";
import { saveTransition } from "../tickets/index.js";

export interface TicketPlace {
  readonly contactId: number;
  readonly connectionId: number;
  readonly isGroup: boolean;
}

export interface ResolvedTicket {
  readonly ticket: LockedTicket;
  /** The ticket as it was before this message, null when it was made for it. */
  readonly before: LockedTicket | null;
}

/**
 * The ticket that a message belongs to, locked: the contact's live one; else the last one, reopened as waiting, when it was closed within the
 * documented wait (D-172) or is a group's (D-043); else a new one. The index allows one live ticket, so eight first messages at once make one.
 */
export async function resolveTicket(tx: Sql, directory: DirectorySnapshot, place: TicketPlace, now: Date): Promise<ResolvedTicket> {
  for (;;) {
    const live = await lockLiveTicket(tx, place.contactId, place.connectionId);
    if (live) return { ticket: live, before: live };
    const reopened = await reopenLast(tx, directory, place, now);
    if (reopened) return reopened;
    const state = openingState(
      { from: "inbound" },
      { queueId: onlyQueueOf(directory, place.connectionId), connectionId: place.connectionId, isGroup: place.isGroup },
      now,
    );
    const created = await insertTicket(tx, place.contactId, state, now);
    if (created) return { ticket: created, before: null };
  }
}

async function reopenLast(tx: Sql, directory: DirectorySnapshot, place: TicketPlace, now: Date): Promise<ResolvedTicket | null> {
  const last = await lockNewestTicket(tx, place.contactId, place.connectionId);
  if (last?.status !== "closed") return null;
  const waitMs = directory.settings.timeCreateNewTicket * 1000;
  const isRecent = last.closedAt !== null && now.getTime() - last.closedAt.getTime() < waitMs;
  if (!place.isGroup && !isRecent) return null;
  const result = applyIntent(last, "reopenByContact", {}, now);
  if (!result.ok || result.unchanged) return null;
  return { ticket: await saveTransition(tx, last, result.patch, now), before: last };
}

/** A connection with exactly one queue needs no menu: its tickets are in that queue from the start (D-043, D-168). */
function onlyQueueOf(directory: DirectorySnapshot, connectionId: number): number | null {
  const queueIds = directory.connections.get(connectionId)?.queueIds ?? [];
  const [only] = queueIds;
  return queueIds.length === 1 && only !== undefined ? only : null;
}
