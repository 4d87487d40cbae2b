import type { TicketView } from "@balcao/contracts/tickets";
import type { Actor, Profile } from "@balcao/domain/access";
import type { TicketState } from "@balcao/domain/tickets";

interface CallFacts {
  readonly sessionId: string;
  readonly ip: string | null;
  readonly now: Date;
  readonly route: string;
  readonly idempotencyKey: string | null;
}

/** A person who may use the product, of no queue and without rights of her own, except for what differs. */
export const anActor = (id: number, profile: Profile, more: Partial<Actor> = {}): Actor => ({
  id,
  profile,
  queueIds: [],
  active: true,
  addContact: false,
  editContact: false,
  delContact: false,
  sendToMany: false,
  maintain: false,
  ...more,
});

/** The rights about contacts that a new account has. */
export const CONTACT_RIGHTS = { addContact: true, editContact: true, delContact: true } as const;

/** What a call has besides its actor, from a session of its own, except for what differs. */
export const aCtx = (actor: Actor, more: Partial<CallFacts> = {}): CallFacts & { readonly actor: Actor } => ({
  actor,
  sessionId: crypto.randomUUID(),
  ip: null,
  now: new Date(),
  route: "test",
  idempotencyKey: null,
  ...more,
});

/** A ticket as the machine knows it: waiting on connection 1 without a queue, except for what differs. */
export const aTicketState = (more: Partial<TicketState> = {}): TicketState => ({
  status: "pending",
  isGroup: false,
  connectionId: 1,
  queueId: null,
  userId: null,
  pauseTag: null,
  snooze: null,
  wakesAt: null,
  closing: null,
  acceptedAt: null,
  closedAt: null,
  ...more,
});

/** A ticket as the browser reads it: waiting on connection 1 without a queue, except for what differs. */
export const aTicketView = (more: Partial<TicketView> = {}): TicketView => ({
  id: 1,
  status: "pending",
  userId: null,
  user: null,
  queueId: null,
  queue: null,
  whatsappId: 1,
  whatsapp: null,
  contactId: 1,
  contact: { id: 1, name: "Cliente", number: null, profilePicUrl: null, isGroup: false },
  lastMessage: "",
  unreadMessages: 0,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
  acceptedAt: null,
  closedAt: null,
  origin: null,
  pauseTag: null,
  snooze: null,
  target: null,
  closing: null,
  pausedAt: null,
  waitingSince: null,
  adSource: null,
  metaAgentSince: null,
  lastMessageState: null,
  lastMessageMedia: null,
  customerWords: null,
  answersTo: null,
  isGroup: false,
  version: 1,
  ...more,
});
