import { ana, bia, davi, marta, rui, SALES, settings, SUPPORT, ticket, who } from "../tickets/ticketCast.fixture.js";
import { concerns, isPushed, LATE_MS, noticeOf, pathOf, readsComment, tagOf, type Arrived, type Device, type Notice } from "./index.js";

const NOW = 1_800_000_000_000;
const inTicket = (facts = ticket("open", ana.id), more: { fromMe?: boolean; at?: number } = {}): Arrived => ({
  kind: "ticket",
  id: 5,
  facts,
  fromMe: false,
  at: NOW,
  ...more,
});
const inChat = (more: Partial<{ authorId: number; memberIds: readonly number[]; at: number }> = {}): Arrived => ({
  kind: "chat",
  id: 5,
  memberIds: [ana.id, rui.id],
  authorId: rui.id,
  at: NOW,
  ...more,
});
const inComment = (userIds: readonly number[]): Arrived => ({ kind: "message", id: 77, ticketId: 5, userIds, at: NOW });
const ofSend = (userIds: readonly number[]): Arrived => ({ kind: "massSend", id: 5, userIds, at: NOW });
const device = (more: Partial<Device> = {}): Device => ({ permission: "granted", isSpeaker: true, inSight: [], ...more });
const forAna = (arrived: Arrived, at: Device = device(), now = NOW): Notice =>
  noticeOf(arrived, { actor: ana, settings: settings(), now }, at);

const ALL: Notice = { bell: true, sound: true, browser: true };
const BELL: Notice = { bell: true, sound: false, browser: false };
const NONE: Notice = { bell: false, sound: false, browser: false };

describe("who is notified of a message", () => {
  // prettier-ignore
  it.each([
    { title: "the owner of a ticket (D-098)",                                     arrived: inTicket(), people: [ana] },
    { title: "nobody of what one of us wrote",                                    arrived: inTicket(ticket("open", ana.id), { fromMe: true }), people: [] },
    { title: "the own queue of a waiting ticket [NOTIF-006]",                     arrived: inTicket(ticket("pending", null)), people: [ana, rui, marta] },
    { title: "everyone of a waiting ticket with notificateAllTickets [NOTIF-006]", arrived: inTicket(ticket("pending", null)), given: { notificateAllTickets: true }, people: [ana, rui, marta, davi] },
    { title: "the owner of a group [NOTIF-007]",                                  arrived: inTicket(ticket("group", ana.id)), people: [ana] },
    { title: "everyone of an owned group with notifyGroupToAllUsers [NOTIF-007]", arrived: inTicket(ticket("group", ana.id)), given: { notifyGroupToAllUsers: true }, people: [ana, rui, marta, davi] },
    { title: "the other people of a chat, not its author [NOTIF-001]",            arrived: inChat(), people: [ana] },
    { title: "whom a comment mentions, and nobody else [D-254]",                  arrived: inComment([bia.id, davi.id]), people: [bia, davi] },
    { title: "whom a notice about a send is to [D-430]",                          arrived: ofSend([bia.id]), people: [bia] },
    { title: "nobody outside of a chat, administrators included [NOTIF-001]",     arrived: inChat({ memberIds: [rui.id, bia.id] }), people: [bia] },
  ])("$title", ({ arrived, given = {}, people }) => {
    expect(who((actor) => concerns(arrived, actor, settings(given)))).toEqual(people);
    expect(who((actor) => isPushed(arrived, { actor, settings: settings(given), now: NOW }))).toEqual(people);
  });

  it("leaves out an inactive account, in chats too", () => {
    const gone = { ...ana, active: false };
    expect([inTicket(), inChat(), inComment([ana.id])].filter((arrived) => concerns(arrived, gone, settings()))).toEqual([]);
  });
});

describe("how a message notifies a person at a browser", () => {
  // prettier-ignore
  it.each([
    { title: "by bell, sound and notification",                                arrived: inTicket(), at: device(), how: ALL },
    { title: "by all of them for a chat [NOTIF-001]",                          arrived: inChat(), at: device(), how: ALL },
    { title: "not at all when its chat is open in a visible tab [NOTIF-001]",  arrived: inChat(), at: device({ inSight: [{ kind: "chat", id: 5 }] }), how: NONE },
    { title: "not at all when the chat belongs to others [NOTIF-001]",         arrived: inChat({ memberIds: [rui.id] }), at: device(), how: NONE },
    { title: "not at all when its ticket is open in a visible tab",            arrived: inTicket(), at: device({ inSight: [{ kind: "ticket", id: 6 }, { kind: "ticket", id: 5 }] }), how: NONE },
    { title: "by all of them for a mention [D-254]",                           arrived: inComment([ana.id]), at: device(), how: ALL },
    { title: "not at all when the ticket of a mention is open [D-254]",        arrived: inComment([ana.id]), at: device({ inSight: [{ kind: "ticket", id: 5 }] }), how: NONE },
    { title: "by all of them for a send, whatever conversation is open [D-430]", arrived: ofSend([ana.id]), at: device({ inSight: [{ kind: "ticket", id: 5 }] }), how: ALL },
    { title: "by all of them when a chat of the same number is open",          arrived: inTicket(), at: device({ inSight: [{ kind: "chat", id: 5 }] }), how: ALL },
    { title: "by the bell alone in a tab that does not speak for the others",  arrived: inTicket(), at: device({ isSpeaker: false }), how: BELL },
    { title: "without a notification before the person has answered",          arrived: inTicket(), at: device({ permission: "default" }), how: { ...ALL, browser: false } },
    { title: "without a notification where they are refused",                  arrived: inTicket(), at: device({ permission: "denied" }), how: { ...ALL, browser: false } },
    { title: "without a notification where there are none [NOTIF-008]",        arrived: inTicket(), at: device({ permission: "unsupported" }), how: { ...ALL, browser: false } },
    { title: "by the bell alone when it arrives late",                         arrived: inTicket(ticket("open", ana.id), { at: NOW - LATE_MS - 1 }), at: device(), how: BELL },
    { title: "by all of them at the end of that time",                         arrived: inTicket(ticket("open", ana.id), { at: NOW - LATE_MS }), at: device(), how: ALL },
    { title: "by the bell alone from a clock that is a day ahead",             arrived: inChat({ at: NOW + 86_400_000 }), at: device(), how: BELL },
  ])("$title", ({ arrived, at, how }) => expect(forAna(arrived, at)).toEqual(how));

  it("pushes nothing that is late", () => {
    const late = inTicket(ticket("open", ana.id), { at: NOW - LATE_MS - 1 });
    expect(isPushed(late, { actor: ana, settings: settings(), now: NOW })).toBe(false);
  });

  it("leads to the conversation, one notification for each", () => {
    expect([pathOf(inTicket()), tagOf(inTicket()), pathOf(inChat()), tagOf(inChat())]).toEqual([
      "/tickets/5",
      "ticket-5",
      "/tickets/0/5",
      "chat-5",
    ]);
  });

  it("leads from a notice to its comment or its send, by a notification of its own [D-254, D-430]", () => {
    const schedule = { kind: "schedule", id: 4 } as const;
    expect([inComment([]), ofSend([]), schedule].map((each) => (each.kind === "ticket" ? [] : [pathOf(each), tagOf(each)]))).toEqual([
      ["/tickets/5?message=77", "message-77"],
      ["/envios?id=5", "massSend-5"],
      ["/agendamentos?id=4", "schedule-4"],
    ]);
  });
});

describe("who reads a comment", () => {
  const NONE_RESTRICTED = { byQueue: [], byUser: [] };
  const comment = { connectionId: 1, queueId: SUPPORT, ownerId: ana.id, authorId: ana.id, isRecovered: false };
  const readers = (facts = ticket("open", ana.id), histories: { byQueue: number[]; byUser: number[] } = NONE_RESTRICTED) =>
    who((actor) => readsComment(actor, { ticket: facts, message: comment }, { settings: settings(), histories }));

  it("is who may open its ticket, whether mentioned or not [D-254, D-060]", () => {
    expect(readers()).toEqual([ana, marta, davi]);
    expect(readers(ticket("pending", null))).toEqual([ana, rui, marta, davi]);
    expect(readers(ticket("pending", null, SALES))).toEqual([bia, davi]);
  });

  it("is fewer where the connection shows a part of its history only [D-254, D-078]", () => {
    expect(readers(ticket("pending", null), { byQueue: [], byUser: [1] })).toEqual([ana, davi]);
    expect(readers(ticket("pending", null), { byQueue: [1], byUser: [] })).toEqual([ana, rui, marta, davi]);
  });
});
