import type { Actor } from "@balcao/domain/access";
import type { Self } from "./session";

/** The person as an actor for the permission rules of the domain. */
export function toActor(self: Self): Actor {
  return {
    id: self.id,
    profile: self.profile,
    queueIds: self.queues.map((queue) => queue.id),
    active: self.active,
    addContact: self.addContact,
    editContact: self.editContact,
    delContact: self.delContact,
    sendToMany: self.sendToMany,
    maintain: self.maintain,
  };
}
