import type { PresenceMode } from "@balcao/contracts/live";

/** How long a mode holds without being repeated, in milliseconds. */
const HOLDS_MS: Readonly<Record<PresenceMode, number>> = { viewing: 45_000, typing: 15_000 };

/** What one socket shows. */
export interface Presence {
  readonly socketId: string;
  readonly userId: number;
  /** A ticket, or minus the id of a chat. */
  readonly ticketId: number;
  readonly mode: PresenceMode;
}

interface Entry extends Presence {
  readonly until: number;
}

/** A person at a ticket. */
export interface PresentPerson {
  readonly userId: number;
  readonly mode: PresenceMode;
}

/** Who shows which ticket, over all sockets. Each method returns the tickets whose people changed. */
export class PresenceBoard {
  readonly #entries = new Map<string, Entry>();

  /** Puts what a socket shows in the place of what it showed before. */
  put(presence: Presence, now: number): readonly number[] {
    const before = this.#entries.get(presence.socketId);
    this.#entries.set(presence.socketId, { ...presence, until: now + HOLDS_MS[presence.mode] });
    if (before?.ticketId === presence.ticketId && before.mode === presence.mode) return [];
    return [...new Set([presence.ticketId, ...(before ? [before.ticketId] : [])])];
  }

  remove(socketId: string): readonly number[] {
    const before = this.#entries.get(socketId);
    this.#entries.delete(socketId);
    return before ? [before.ticketId] : [];
  }

  /** Ends what was not repeated in time; who no longer types still looks for a while. */
  expire(now: number): readonly number[] {
    const over = [...this.#entries.values()].filter(({ until }) => until <= now);
    return over.flatMap(({ until: _until, ...presence }) =>
      presence.mode === "typing" ? this.put({ ...presence, mode: "viewing" }, now) : this.remove(presence.socketId),
    );
  }

  /** The people at a ticket, each once, those who type first. */
  peopleAt(ticketId: number): readonly PresentPerson[] {
    const modes = new Map<number, PresenceMode>();
    for (const entry of this.#entries.values())
      if (entry.ticketId === ticketId && modes.get(entry.userId) !== "typing") modes.set(entry.userId, entry.mode);
    const people = [...modes].map(([userId, mode]) => ({ userId, mode }));
    return people.sort((a, b) => Number(b.mode === "typing") - Number(a.mode === "typing") || a.userId - b.userId);
  }
}
