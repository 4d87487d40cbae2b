import type { Profile } from "@balcao/domain/access";
import type { ListStatus } from "@balcao/domain/tickets";

/** A person of the model. Everybody works at any hour, and is connected. */
export interface ModelPerson {
  readonly id: number;
  readonly profile: Profile;
  readonly queueIds: readonly number[];
}

/** A conversation as the documents say that it is, told without the product's own rules. */
export interface ModelTicket {
  readonly id: number;
  readonly phone: string;
  status: "open" | "pending" | "paused" | "closed";
  queueId: number;
  ownerId: number | null;
  guestIds: readonly number[];
  /** A pause that ends by itself: when it was due, it was woken. */
  isAsleep: boolean;
  /** Whether the customer waits for an answer, and whether a person has answered before. */
  waits: boolean;
  isAnswered: boolean;
}

const isLive = ({ status }: ModelTicket): boolean => status !== "closed";

/** Whether a person sees a conversation by where it is and whose it is, with the settings of a new installation (D-019, TICKET-029 to TICKET-034). */
export function seesByPlace(person: ModelPerson, ticket: ModelTicket): boolean {
  if (person.profile === "admin") return true;
  if (!person.queueIds.includes(ticket.queueId)) return false;
  const isOfAnother = ticket.ownerId !== null && ticket.ownerId !== person.id;
  return person.profile === "gerente" || !isOfAnother || ticket.status === "pending" || ticket.status === "paused";
}

/** Whether a person may open a conversation: by its place, or invited (D-550). */
export const mayOpen = (person: ModelPerson, ticket: ModelTicket): boolean =>
  seesByPlace(person, ticket) || ticket.guestIds.includes(person.id);

/** The conversations of a person's list: managers and administrators look at all of them, others at theirs and at nobody's. */
export const listed = (person: ModelPerson, tickets: readonly ModelTicket[], status: ListStatus): number[] =>
  tickets
    .filter((ticket) => ticket.status === status && seesByPlace(person, ticket))
    .filter(({ ownerId }) => person.profile !== "user" || ownerId === null || ownerId === person.id)
    .map(({ id }) => id)
    .sort((a, b) => a - b);

/** The conversations that a person is invited to. */
export const invitedTo = (person: ModelPerson, tickets: readonly ModelTicket[]): number[] =>
  tickets
    .filter((ticket) => isLive(ticket) && ticket.guestIds.includes(person.id))
    .map(({ id }) => id)
    .sort((a, b) => a - b);

/** What is due first in a queue that promises a first and a next answer: nothing while nobody waits, or while it is paused (D-510). */
export function dueFirst({ status, waits, isAnswered }: ModelTicket): "firstAnswer" | "nextAnswer" | null {
  if (!waits || status === "paused" || status === "closed") return null;
  return isAnswered ? "nextAnswer" : "firstAnswer";
}

/** How many conversations count for a person's limit: the open ones and the assigned ones that wait (D-540). */
export const loadOf = (tickets: readonly ModelTicket[], id: number): number =>
  tickets.filter(({ ownerId, status }) => ownerId === id && (status === "open" || status === "pending")).length;
