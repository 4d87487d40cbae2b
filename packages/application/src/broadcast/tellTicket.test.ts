import type { Actor, Profile } from "@balcao/domain/access";
import { DEFAULT_SETTINGS, type Settings } from "@balcao/domain/settings";
import type { TicketFacts } from "@balcao/domain/tickets";
import type { TicketRow } from "@balcao/database/tickets";
import type { Presenter } from "../tickets/index.js";
import { createAudience } from "./audience.js";
import type { Joins } from "./listener.js";
import type { TicketNews } from "./readNews.js";
import { tellTicket } from "./tellTicket.js";

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

function newsOf(
  before: TicketFacts | null,
  after: TicketFacts | null,
  now: TicketFacts | null = after,
  more: Partial<TicketNews> = {},
): TicketNews {
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
    topic: "ticket",
    at: new Date(0),
    ticketId: 5,
    row,
    created: [],
    updated: [],
    payload: { change: "changed", before, after, version: 2, createdMessages: [], updatedMessages: [] },
    ...more,
  };
}

const told = (news: TicketNews, who: Actor, joins: Joins = everything, settings: Settings = DEFAULT_SETTINGS): string[] =>
  tellTicket(news, createAudience(news, settings)(who), joins, presenter).map(
    ({ name, event }) => `${name} ${String((event as { action?: unknown }).action)}`,
  );

describe("who is told what of a ticket", () => {
  it("Ana accepts a waiting ticket: she gets it, Rui loses it, Bia never hears of it, gerente and admin follow it [INBOX-025, INBOX-027]", () => {
    const news = newsOf(facts(), facts({ status: "open", userId: ana.id }));
    expect(told(news, ana)).toEqual(["ticket delete", "ticket update"]);
    expect(told(news, rui)).toEqual(["ticket delete"]);
    expect(told(news, bia)).toEqual([]);
    expect(told(news, marta)).toEqual(["ticket delete", "ticket update"]);
    expect(told(news, davi)).toEqual(["ticket delete", "ticket update"]);
  });

  it("tells sockets of the old list first that it left, and those of the new list what it is [RT-002, RT-010]", () => {
    const news = newsOf(facts(), facts({ status: "open", userId: ana.id }));
    expect(told(news, ana, joined("pending"))).toEqual(["ticket delete"]);
    expect(told(news, ana, joined("open"))).toEqual(["ticket update"]);
    expect(told(news, ana, joined("closed"))).toEqual([]);
  });

  it("takes a transferred ticket away from those who saw it before and gives it to those who see it now", () => {
    const news = newsOf(facts(), facts({ queueId: SUPPORT }));
    expect(told(news, rui)).toEqual(["ticket delete"]);
    expect(told(news, bia)).toEqual(["ticket update"]);
  });

  it("shows nobody a ticket that has moved out of their sight since the event", () => {
    const news = newsOf(facts(), facts(), facts({ queueId: SUPPORT }));
    expect(told(news, rui)).toEqual(["ticket delete"]);
    expect(told(news, bia)).toEqual([]);
  });

  it("lets an open conversation hear of its ticket in whichever list it is [RT-004]", () => {
    const box: Joins = { lists: new Set(), boxes: new Set([5]), notification: false };
    expect(told(newsOf(facts(), facts()), rui, box)).toEqual(["ticket update"]);
    expect(told(newsOf(facts(), facts()), bia, box)).toEqual([]);
  });

  it("rings the bell by its own rule [RT-001, NOTIF-006]", () => {
    const bell: Joins = { lists: new Set(), boxes: new Set(), notification: true };
    expect(told(newsOf(facts(), facts()), rui, bell)).toEqual(["ticket update"]);
    expect(told(newsOf(facts({ status: "open", userId: ana.id }), facts({ status: "open", userId: ana.id })), marta, bell)).toEqual([]);
  });

  it("withholds queue-less tickets from everybody but administrators where only they see them [TICKET-029]", () => {
    const settings = { ...DEFAULT_SETTINGS, onlyAdminSeeEmptyQueue: true };
    const news = newsOf(facts({ queueId: null }), facts({ queueId: null }));
    expect(told(news, rui, everything, settings)).toEqual([]);
    expect(told(news, marta, everything, settings)).toEqual([]);
    expect(told(news, davi, everything, settings)).toEqual(["ticket update"]);
  });

  it("takes a ticket off the bot list with reload when it leaves the bot [RT-009]", () => {
    expect(told(newsOf(facts({ status: "bot" }), facts()), rui, joined())).toEqual(["ticketBot reload"]);
    expect(told(newsOf(facts(), facts({ status: "bot" })), rui, joined())).toEqual(["ticketBot create"]);
  });
});
