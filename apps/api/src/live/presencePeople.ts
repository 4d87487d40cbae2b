import { toActor } from "@balcao/application/ground/directory";
import type { Services } from "@balcao/application/ground/kernel";
import type { LiveMessage } from "@balcao/application/roof/live";
import { chatIdOf } from "@balcao/contracts/chats";
import { SUPER_ADMIN_ID, type Actor } from "@balcao/domain/access";
import type { PresentPerson } from "./presenceBoard.js";

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
