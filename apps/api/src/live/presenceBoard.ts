import { toActor } from "@balcao/application/ground/directory";
import type { Services } from "@balcao/application/ground/kernel";
import type { LiveMessage } from "@balcao/application/roof/live";
import { chatIdOf } from "@balcao/contracts/chats";
import type { PresenceMode } from "@balcao/contracts/live";
import { SUPER_ADMIN_ID, type Actor } from "@balcao/domain/access";

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
  /** The entries of each ticket by their socket. */
  readonly #byTicket = new Map<number, Map<string, Entry>>();

  /** Puts what a socket shows in the place of what it showed before. */
  put(presence: Presence, now: number): readonly number[] {
    const before = this.#entries.get(presence.socketId);
    this.#take(before);
    const entry = { ...presence, until: now + HOLDS_MS[presence.mode] };
    this.#entries.set(presence.socketId, entry);
    const atTicket = this.#byTicket.get(presence.ticketId) ?? new Map<string, Entry>();
    this.#byTicket.set(presence.ticketId, atTicket.set(presence.socketId, entry));
    if (before?.ticketId === presence.ticketId && before.mode === presence.mode) return [];
    return [...new Set([presence.ticketId, ...(before ? [before.ticketId] : [])])];
  }

  remove(socketId: string): readonly number[] {
    const before = this.#entries.get(socketId);
    this.#take(before);
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
    for (const { userId, mode } of this.#byTicket.get(ticketId)?.values() ?? [])
      if (modes.get(userId) !== "typing") modes.set(userId, mode);
    const people = [...modes].map(([userId, mode]) => ({ userId, mode }));
    return people.sort((a, b) => Number(b.mode === "typing") - Number(a.mode === "typing") || a.userId - b.userId);
  }

  #take(entry: Entry | undefined): void {
    if (!entry) return;
    this.#entries.delete(entry.socketId);
    const atTicket = this.#byTicket.get(entry.ticketId);
    atTicket?.delete(entry.socketId);
    if (atTicket?.size === 0) this.#byTicket.delete(entry.ticketId);
  }
}

/** Returns those at a room who still see it; the others are left out even while their socket shows it. */
export function peopleWho(isSeenBy: (actor: Actor) => boolean, services: Services, people: readonly PresentPerson[]) {
  return people.filter(({ userId }) => {
    const actor = toActor(services.directory.current(), userId);
    return actor !== null && isSeenBy(actor);
  });
}

/** The event about a room for one person. The super administrator is not shown to others. */
export function presenceMessage(services: Services, roomId: number, people: readonly PresentPerson[], { id }: Actor): LiveMessage {
  const { users } = services.directory.current();
  const shown = people.filter(({ userId }) => userId !== SUPER_ADMIN_ID || id === SUPER_ADMIN_ID);
  const named = shown.map((person) => ({ ...person, name: users.get(person.userId)?.name ?? "" }));
  const chatId = chatIdOf(roomId);
  if (chatId !== null) return { name: "chatPresence", event: { chatId, people: named } };
  return { name: "ticketPresence", event: { ticketId: roomId, people: named } };
}
