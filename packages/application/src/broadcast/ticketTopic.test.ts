import type { Actor, Profile } from "@balcao/domain/access";
import { DEFAULT_SETTINGS, type Settings } from "@balcao/domain/settings";
import type { TicketFacts } from "@balcao/domain/tickets";
import type { TicketRow } from "@balcao/database/tickets";
import type { Presenter } from "../tickets/index.js";
import { createAudience, type LoadedTicketEvent } from "./audience.js";
import type { Joins } from "./listener.js";
import { presentTicket } from "./ticketTopic.js";

const SALES = 1;
const SUPPORT = 2;
const actor = (id: number, profile: Profile, queueIds: readonly number[]): Actor => ({
  id,
  profile,
  queueIds,
  active: true,
  addContact: false,
  editContact: false,
  delContact: false,
});
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
const joined = (...lists: string[]): Joins => ({ lists: new Set(lists), boxes: new Set(), notification: false });
const everything = joined("open", "group", "pending", "closed", "closedGroup", "paused");
const presenter = {
  directory: { users: new Map(), queues: new Map(), connections: new Map() },
  fileUrl: (id: string) => id,
} as unknown as Presenter;

function eventOf(
  before: TicketFacts | null,
  after: TicketFacts | null,
  now: TicketFacts | null = after,
  more: Partial<LoadedTicketEvent> = {},
): LoadedTicketEvent {
  const row =
    now &&
    ({
      ...now,
      id: 5,
      contactId: 1,
      contactName: "",
      contactNumber: null,
      contactIsGroup: false,
      contactPictureFileId: null,
      connectionId: 1,
      lastMessage: "",
      lastActivity: new Date(0),
      unread: 0,
      readMessageId: 0,
      pauseTag: null,
      acceptedAt: null,
      closedAt: null,
      createdAt: new Date(0),
      version: 2,
    } satisfies TicketRow);
  return {
    ticketId: 5,
    row,
    created: [],
    updated: [],
    payload: { change: "changed", before, after, version: 2, createdMessages: [], updatedMessages: [] },
    ...more,
  };
}

const heard = (event: LoadedTicketEvent, who: Actor, joins: Joins = everything, settings: Settings = DEFAULT_SETTINGS): string[] =>
  presentTicket(event, createAudience(event, settings)(who), joins, presenter).map(
    ({ name, event: sent }) => `${name} ${String((sent as { action?: unknown }).action)}`,
  );

describe("what each person hears of a ticket", () => {
  it("Ana accepts a waiting ticket: she gets it, Rui loses it, Bia never hears of it, gerente and admin follow it [INBOX-025, INBOX-027]", () => {
    const event = eventOf(facts(), facts({ status: "open", userId: ana.id }));
    expect(heard(event, ana)).toEqual(["ticket delete", "ticket update"]);
    expect(heard(event, rui)).toEqual(["ticket delete"]);
    expect(heard(event, bia)).toEqual([]);
    expect(heard(event, marta)).toEqual(["ticket delete", "ticket update"]);
    expect(heard(event, davi)).toEqual(["ticket delete", "ticket update"]);
  });

  it("tells sockets of the old list first that it left, and those of the new list what it is [RT-002, RT-010]", () => {
    const event = eventOf(facts(), facts({ status: "open", userId: ana.id }));
    expect(heard(event, ana, joined("pending"))).toEqual(["ticket delete"]);
    expect(heard(event, ana, joined("open"))).toEqual(["ticket update"]);
    expect(heard(event, ana, joined("closed"))).toEqual([]);
  });

  it("takes a transferred ticket away from those who saw it before and gives it to those who see it now", () => {
    const event = eventOf(facts(), facts({ queueId: SUPPORT }));
    expect(heard(event, rui)).toEqual(["ticket delete"]);
    expect(heard(event, bia)).toEqual(["ticket update"]);
  });

  it("says of a ticket that comes into somebody's sight that there were events before, and to nobody else", () => {
    const event = eventOf(facts({ queueId: SUPPORT }), facts());
    const flags = (who: Actor): unknown[] =>
      presentTicket(event, createAudience(event, DEFAULT_SETTINGS)(who), everything, presenter).map(
        ({ event: sent }) => (sent as { cameIntoSight?: unknown }).cameIntoSight,
      );
    expect(flags(rui)).toEqual([true]);
    expect(flags(davi)).toEqual([undefined]);
  });

  it("shows nobody a ticket that has moved out of their sight since the event", () => {
    const event = eventOf(facts(), facts(), facts({ queueId: SUPPORT }));
    expect(heard(event, rui)).toEqual(["ticket delete"]);
    expect(heard(event, bia)).toEqual([]);
  });

  it("lets an open conversation hear of its ticket in whichever list it is [RT-004]", () => {
    const box: Joins = { lists: new Set(), boxes: new Set([5]), notification: false };
    expect(heard(eventOf(facts(), facts()), rui, box)).toEqual(["ticket update"]);
    expect(heard(eventOf(facts(), facts()), bia, box)).toEqual([]);
  });

  it("rings the bell by its own rule [RT-001, NOTIF-006]", () => {
    const bell: Joins = { lists: new Set(), boxes: new Set(), notification: true };
    expect(heard(eventOf(facts(), facts()), rui, bell)).toEqual(["ticket update"]);
    expect(heard(eventOf(facts({ status: "open", userId: ana.id }), facts({ status: "open", userId: ana.id })), marta, bell)).toEqual([]);
  });

  it("withholds queue-less tickets from everybody but administrators where only they see them [TICKET-029]", () => {
    const settings = { ...DEFAULT_SETTINGS, onlyAdminSeeEmptyQueue: true };
    const event = eventOf(facts({ queueId: null }), facts({ queueId: null }));
    expect(heard(event, rui, everything, settings)).toEqual([]);
    expect(heard(event, marta, everything, settings)).toEqual([]);
    expect(heard(event, davi, everything, settings)).toEqual(["ticket update"]);
  });

  it("takes a ticket off the bot list with reload when it leaves the bot [RT-009]", () => {
    expect(heard(eventOf(facts({ status: "bot" }), facts()), rui, joined())).toEqual(["ticketBot reload"]);
    expect(heard(eventOf(facts(), facts({ status: "bot" })), rui, joined())).toEqual(["ticketBot create"]);
  });
});
