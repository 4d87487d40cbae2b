import type { Actor, Profile } from "@balcao/domain/access";
import { DEFAULT_SETTINGS, type Settings } from "@balcao/domain/settings";
import type { TicketFacts } from "@balcao/domain/tickets";
import { anActor } from "@balcao/testing/cast";
import { aTicketRow } from "@balcao/testing/ticketRow";
import type { Presenter, ShownTicketRow } from "../../inbox/tickets/index.js";
import { createAudience, type LoadedTicketEvent } from "./audience.js";
import type { Joins } from "./listener.js";
import { presentTicket } from "./ticketTopic.js";

const SALES = 1;
const SUPPORT = 2;
const actor = (id: number, profile: Profile, queueIds: readonly number[]): Actor => anActor(id, profile, { queueIds });
const ana = actor(10, "user", [SALES]);
const rui = actor(11, "user", [SALES]);
const bia = actor(12, "user", [SUPPORT]);
const marta = actor(13, "gerente", [SALES]);
const davi = actor(1, "admin", []);

const facts = (more: Partial<TicketFacts> = {}): TicketFacts => ({
  status: "pending",
  isGroup: false,
  queueId: SALES,
  userId: null,
  ...more,
});
const NO_CHATS = { chats: false, chatBoxes: new Set<number>() };
const joined = (...lists: string[]): Joins => ({ lists: new Set(lists), boxes: new Set(), notification: false, ...NO_CHATS });
const everything = joined("open", "group", "pending", "closed", "closedGroup", "paused");
const presenter = {
  directory: { users: new Map(), queues: new Map(), connections: new Map() },
  fileUrl: (id: string) => id,
  sees: () => true,
} as unknown as Presenter;

function eventOf(
  before: TicketFacts | null,
  after: TicketFacts | null,
  now: TicketFacts | null = after,
  more: Partial<LoadedTicketEvent> = {},
): LoadedTicketEvent {
  const guests = { guestIds: now?.guestIds ?? [], guestInviterIds: now?.guestIds ?? [] };
  const row: ShownTicketRow | null = now && { ...aTicketRow({ id: 5, version: 2 }), ...now, ...guests, previewFacts: null };
  return {
    ticketId: 5,
    row,
    created: [],
    updated: [],
    payload: { change: "changed", before, after, version: 2, createdMessages: [], updatedMessages: [] },
    ...more,
  };
}

const sentTo = (event: LoadedTicketEvent, who: Actor, joins: Joins = everything, settings: Settings = DEFAULT_SETTINGS): string[] =>
  presentTicket(event, createAudience(event, settings)(who), joins, presenter).map(
    ({ name, event: sent }) => `${name} ${String((sent as { action?: unknown }).action)}`,
  );

describe("the events that each person receives about a ticket", () => {
  it("an accepted ticket: Ana receives it, Rui loses it, Bia receives nothing, gerente and admin see both [INBOX-025, INBOX-027]", () => {
    const event = eventOf(facts(), facts({ status: "open", userId: ana.id }));
    expect(sentTo(event, ana)).toEqual(["ticket delete", "ticket update"]);
    expect(sentTo(event, rui)).toEqual(["ticket delete"]);
    expect(sentTo(event, bia)).toEqual([]);
    expect(sentTo(event, marta)).toEqual(["ticket delete", "ticket update"]);
    expect(sentTo(event, davi)).toEqual(["ticket delete", "ticket update"]);
  });

  it("sends a deletion to sockets of the old list first, and the ticket to those of the new list [RT-002, RT-010]", () => {
    const event = eventOf(facts(), facts({ status: "open", userId: ana.id }));
    expect(sentTo(event, ana, joined("pending"))).toEqual(["ticket delete"]);
    expect(sentTo(event, ana, joined("open"))).toEqual(["ticket update"]);
    expect(sentTo(event, ana, joined("closed"))).toEqual([]);
  });

  it("removes a transferred ticket from those who saw it before and sends it to those who see it now", () => {
    const event = eventOf(facts(), facts({ queueId: SUPPORT }));
    expect(sentTo(event, rui)).toEqual(["ticket delete"]);
    expect(sentTo(event, bia)).toEqual(["ticket update"]);
  });

  it("marks a ticket that becomes visible to somebody as having earlier events, and for nobody else", () => {
    const event = eventOf(facts({ queueId: SUPPORT }), facts());
    const flags = (who: Actor): unknown[] =>
      presentTicket(event, createAudience(event, DEFAULT_SETTINGS)(who), everything, presenter).map(
        ({ event: sent }) => (sent as { cameIntoSight?: unknown }).cameIntoSight,
      );
    expect(flags(rui)).toEqual([true]);
    expect(flags(davi)).toEqual([undefined]);
  });

  it("shows nobody a ticket that has become invisible to them since the event", () => {
    const event = eventOf(facts(), facts(), facts({ queueId: SUPPORT }));
    expect(sentTo(event, rui)).toEqual(["ticket delete"]);
    expect(sentTo(event, bia)).toEqual([]);
  });

  it("sends an open conversation its ticket's events in whichever list it is [RT-004]", () => {
    const box: Joins = { lists: new Set(), boxes: new Set([5]), notification: false, ...NO_CHATS };
    expect(sentTo(eventOf(facts(), facts()), rui, box)).toEqual(["ticket update"]);
    expect(sentTo(eventOf(facts(), facts()), bia, box)).toEqual([]);
  });

  it("sends a guest the ticket in whatever list it is, and takes it away with the invitation, from whoever else saw it not [D-550]", () => {
    const of = facts({ status: "open", userId: ana.id });
    const invited = { ...of, guestIds: [bia.id] };
    expect(sentTo(eventOf(of, invited), bia, joined())).toEqual(["ticket update"]);
    expect(sentTo(eventOf(invited, invited), bia, joined())).toEqual(["ticket update"]);
    expect(sentTo(eventOf(invited, of), bia, joined())).toEqual(["ticket delete"]);
    expect(sentTo(eventOf(invited, invited, of), bia, joined())).toEqual(["ticket delete"]);
    for (const event of [eventOf(of, invited), eventOf(invited, of)]) expect(sentTo(event, rui)).toEqual([]);
    expect(sentTo(eventOf(invited, { ...invited, status: "bot" }), bia, joined())).toEqual(["ticket update"]);
  });

  it("rings the bell by its own rule [RT-001, NOTIF-006]", () => {
    const bell: Joins = { lists: new Set(), boxes: new Set(), notification: true, ...NO_CHATS };
    expect(sentTo(eventOf(facts(), facts()), rui, bell)).toEqual(["ticket update"]);
    expect(sentTo(eventOf(facts({ status: "open", userId: ana.id }), facts({ status: "open", userId: ana.id })), marta, bell)).toEqual([]);
  });

  it("rings for the administrators of the ticket's queue alone, whoever was judged before [RT-001, NOTIF-006]", () => {
    const audienceOf = createAudience(eventOf(facts(), facts()), DEFAULT_SETTINGS);
    const inSales = { ...davi, id: 20, queueIds: [SALES] };
    expect([davi, inSales, { ...davi, id: 21 }].map((who) => audienceOf(who).ringsFor)).toEqual([false, true, false]);
  });

  it("hides tickets without a queue from everybody but administrators while the setting says so [TICKET-029]", () => {
    const settings = { ...DEFAULT_SETTINGS, onlyAdminSeeEmptyQueue: true };
    const event = eventOf(facts({ queueId: null }), facts({ queueId: null }));
    expect(sentTo(event, rui, everything, settings)).toEqual([]);
    expect(sentTo(event, marta, everything, settings)).toEqual([]);
    expect(sentTo(event, davi, everything, settings)).toEqual(["ticket update"]);
  });

  it("removes a ticket from the bot list with reload when it leaves the bot [RT-009]", () => {
    expect(sentTo(eventOf(facts({ status: "bot" }), facts()), rui, joined())).toEqual(["ticketBot reload"]);
    expect(sentTo(eventOf(facts(), facts({ status: "bot" })), rui, joined())).toEqual(["ticketBot create"]);
  });
});
