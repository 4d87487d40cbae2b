import type { HookRow } from "@balcao/database/hooks";
import type { LiveEventRow } from "@balcao/database/live";
import type { Actor } from "@balcao/domain/access";
import { narrowed } from "@balcao/domain/apiTokens";
import type { HookEvent } from "@balcao/domain/hooks";
import type { Settings } from "@balcao/domain/settings";
import { sees, type ListedFacts } from "@balcao/domain/tickets";
import { toActor } from "../../ground/directory/index.js";
import type { RowLivePayload, Services, TicketLivePayload } from "../../ground/kernel/index.js";
import { hasSameFacts } from "../live/index.js";

/** One thing that a live event tells a webhook. */
export interface HookPart {
  readonly event: HookEvent;
  readonly part: number;
  /** What stays in order: a conversation, a contact, a protocol or a connection. */
  readonly lane: string;
  readonly messageId: number | null;
  /** Before and after a ticket's change, by which its audience is judged; null where everybody hears of it. */
  readonly facts: { readonly before: ListedFacts | null; readonly after: ListedFacts | null } | null;
}

/** The topics of live events that webhooks know. */
export const HOOK_TOPICS = ["ticket", "protocol", "contact", "session"] as const;

/** What a live event tells webhooks, in the order in which it is told; nothing of other topics. */
export function hookPartsOf({ topic, ticketId, payload }: Pick<LiveEventRow, "topic" | "ticketId" | "payload">): HookPart[] {
  // The topic decides the type of the payload.
  if (topic === "ticket") return ticketId === null ? [] : partsOfTicket(ticketId, payload as TicketLivePayload);
  const { id, action } = payload as RowLivePayload;
  const whole = (event: HookEvent, lane: string): HookPart[] => [{ event, part: 0, lane: `${lane}${id}`, messageId: null, facts: null }];
  if (topic === "contact") return whole(CONTACT_EVENTS[action], "c");
  if (topic === "protocol") return whole("protocol.changed", "p");
  return topic === "session" ? whole("connection.changed", "n") : [];
}

const CONTACT_EVENTS = { create: "contact.created", update: "contact.changed", delete: "contact.deleted" } as const;

function partsOfTicket(ticketId: number, payload: TicketLivePayload): HookPart[] {
  const { change, before, after, createdMessages, updatedMessages } = payload;
  if (change === "read") return [];
  const facts = { before, after };
  const messages = [
    ...createdMessages.map((id) => ["message.created", id] as const),
    ...updatedMessages.map((id) => ["message.changed", id] as const),
  ];
  const isTold = messages.length === 0 || !hasSameFacts(before, after) || payload.historyMoved === true;
  const told = [...(isTold ? [[ticketEventOf(payload), null] as const] : []), ...messages];
  return told.map(([event, messageId], part) => ({ event, part, lane: `t${ticketId}`, messageId, facts }));
}

function ticketEventOf({ change, before, after }: TicketLivePayload): HookEvent {
  if (change === "deleted") return "ticket.deleted";
  if (before === null) return "ticket.created";
  return after?.status === "closed" && before.status !== "closed" ? "ticket.closed" : "ticket.changed";
}

/** Whether somebody may hear of a part, by the facts of its event; what it shows is judged again when it leaves. */
export function mayHear(actor: Actor, settings: Settings, { event, facts }: HookPart): boolean {
  if (facts === null) return true;
  const { before, after } = facts;
  const hears = (of: ListedFacts | null): boolean => of !== null && sees(actor, settings, of);
  return hears(after) || (event.startsWith("ticket.") && hears(before));
}

/** The rights of a webhook: those of its owner at this moment within its reach; null for an owner who is not known. */
export function hookActor({ directory }: Pick<Services, "directory">, { userId, reach, queueIds }: HookRow): Actor | null {
  const snapshot = directory.current();
  const owner = toActor(snapshot, userId);
  return owner?.active === true ? narrowed(owner, { areas: {}, reach, queueIds }, [...snapshot.queues.keys()]) : null;
}
