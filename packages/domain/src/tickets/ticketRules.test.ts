import { matches, type Actor } from "../access/index.js";
import type { AccessSettings } from "../settings/index.js";
import { sees } from "./audience.js";
import type { TicketFacts } from "./ticketFacts.js";
import { listCondition, mayUseShowAll, type TicketListQuery } from "./ticketLists.js";
import { mayEndInvitation } from "./guests.js";
import { botListCondition, notificationCondition, ticketCondition } from "./ticketRules.js";
import { SUPPORT, SALES, ana, rui, bia, marta, davi, settings, query, ticket, who } from "./ticketCast.fixture.js";

const opens = (facts: TicketFacts, given: AccessSettings): Actor[] => who((actor) => sees(actor, given, facts));
const lists = (facts: TicketFacts, given: AccessSettings, asked: TicketListQuery): Actor[] =>
  who((actor) => matches(listCondition(actor, given, asked), facts));
const rings = (facts: TicketFacts, given: AccessSettings): Actor[] => who((actor) => matches(notificationCondition(actor, given), facts));

interface Case {
  title: string;
  facts: TicketFacts;
  settings?: Partial<AccessSettings>;
  who: Actor[];
}

// prettier-ignore
const OPENS: Case[] = [
  { title: "a waiting ticket to everyone of its queue and to administrators [TICKET-031]", facts: ticket("pending", null), who: [ana, rui, marta, davi] },
  { title: "a ticket of another queue only to the people of that queue [TICKET-031]", facts: ticket("pending", null, SALES), who: [bia, davi] },
  { title: "even the own ticket to nobody outside its queue [TICKET-031]", facts: ticket("open", ana.id, SALES), who: [davi] },
  { title: "a ticket without a queue to everyone [TICKET-030]", facts: ticket("pending", null, null), who: [ana, rui, bia, marta, davi] },
  { title: "a ticket without a queue to administrators only when set so [TICKET-029, TICKET-030]", facts: ticket("pending", null, null), settings: { onlyAdminSeeEmptyQueue: true }, who: [davi] },
  { title: "another's open ticket to no user [TICKET-034]", facts: ticket("open", ana.id), who: [ana, marta, davi] },
  { title: "another's open ticket to users with userShowAll [TICKET-034]", facts: ticket("open", ana.id), settings: { userShowAll: true }, who: [ana, rui, marta, davi] },
  { title: "another's closed ticket to no user [TICKET-033]", facts: ticket("closed", ana.id), who: [ana, marta, davi] },
  { title: "another's closed ticket to users with userClosedQueues [TICKET-033]", facts: ticket("closed", ana.id), settings: { userClosedQueues: true }, who: [ana, rui, marta, davi] },
  { title: "another's group to everyone of its queue (D-029)", facts: ticket("group", ana.id), who: [ana, rui, marta, davi] },
  { title: "another's group to no user with groupPerUser [TICKET-032]", facts: ticket("group", ana.id), settings: { groupPerUser: true }, who: [ana, marta, davi] },
  { title: "another's closed group to no user with groupPerUser [TICKET-032]", facts: ticket("closedGroup", ana.id), settings: { groupPerUser: true }, who: [ana, marta, davi] },
  { title: "an ownerless group to its queue even with groupPerUser [TICKET-032]", facts: ticket("group", null), settings: { groupPerUser: true }, who: [ana, rui, marta, davi] },
  { title: "another's paused ticket to everyone of its queue (D-060)", facts: ticket("paused", ana.id), who: [ana, rui, marta, davi] },
  { title: "another's rating to everyone of its queue (D-060)", facts: ticket("nps", ana.id), who: [ana, rui, marta, davi] },
];

describe("ticket:open", () => {
  it.each(OPENS)("opens $title", ({ facts, settings: more, who: expected }) => {
    expect(opens(facts, settings(more))).toEqual(expected);
  });
});

describe("an invitation", () => {
  const invited: TicketFacts = { ...ticket("open", ana.id), guestIds: [bia.id, rui.id] };

  it("opens the ticket to its guests wherever they work, and to nobody else more; an inactive guest sees nothing [D-550]", () => {
    expect(opens(invited, settings())).toEqual([ana, rui, bia, marta, davi]);
    expect(opens({ ...invited, guestIds: [] }, settings())).toEqual([ana, marta, davi]);
    expect(sees({ ...bia, active: false }, settings(), invited)).toBe(false);
  });

  it("gives no other right, and neither lists nor rings [D-550, D-552]", () => {
    const others = [
      "ticket:list",
      "ticket:write",
      "ticket:resume",
      "ticket:transferWhatsapp",
      "ticket:markUnread",
      "ticket:delete",
    ] as const;
    for (const rule of others) expect(matches(ticketCondition(rule, bia, settings()), invited)).toBe(false);
    expect(lists(invited, settings(), query({ showAll: true }))).not.toContain(bia);
    expect(rings(invited, settings())).toEqual([ana]);
  });

  it("is taken back by who invited, the owner, the queue's managers and administrators, and left by the guest [D-551]", () => {
    const guest = { userId: bia.id, invitedById: rui.id };
    expect(who((actor) => mayEndInvitation(actor, settings(), invited, guest))).toEqual([ana, rui, bia, marta, davi]);
    const elsewhere = { ...invited, queueId: SALES, userId: null };
    expect(who((actor) => mayEndInvitation(actor, settings(), elsewhere, { ...guest, invitedById: davi.id }))).toEqual([bia, davi]);
    expect(mayEndInvitation({ ...bia, active: false }, settings(), invited, guest)).toBe(false);
  });
});

describe("other ticket rules", () => {
  it("lets only administrators delete [TICKET-019, TICKET-043]", () => {
    expect(who((actor) => matches(ticketCondition("ticket:delete", actor, settings()), ticket("open", ana.id)))).toEqual([davi]);
  });

  it("lets the owner mark a live ticket as unread, and in a group everyone who may open it (D-076)", () => {
    const may = (facts: TicketFacts) => who((actor) => matches(ticketCondition("ticket:markUnread", actor, settings()), facts));
    expect(may(ticket("open", ana.id))).toEqual([ana]);
    expect(may(ticket("paused", davi.id))).toEqual([davi]);
    expect(may(ticket("group", null))).toEqual([ana, rui, marta, davi]);
    for (const facts of [ticket("pending", null), ticket("closed", ana.id), ticket("open", bia.id)]) expect(may(facts)).toEqual([]);
  });

  it("lets the owner, gerente and admin end a pause (D-052) [TICKET-011]", () => {
    expect(who((actor) => matches(ticketCondition("ticket:resume", actor, settings()), ticket("paused", ana.id)))).toEqual([
      ana,
      marta,
      davi,
    ]);
  });

  it("lets everyone who may open a ticket move it to another connection [TICKET-041]", () => {
    expect(who((actor) => matches(ticketCondition("ticket:transferWhatsapp", actor, settings()), ticket("pending", null)))).toEqual([
      ana,
      rui,
      marta,
      davi,
    ]);
  });

  it("shows bot tickets of the person's queues (D-178)", () => {
    expect(who((actor) => matches(botListCondition(actor, settings()), ticket("bot", null)))).toEqual([ana, rui, marta, davi]);
    expect(who((actor) => matches(botListCondition(actor, settings({ onlyAdminSeeEmptyQueue: true })), ticket("bot", null, null)))).toEqual(
      [davi],
    );
    expect(who((actor) => matches(botListCondition(actor, settings()), ticket("pending", null)))).toEqual([]);
  });
});

describe("listCondition", () => {
  // prettier-ignore
  it.each<Case & { query?: Partial<TicketListQuery> }>([
    { title: "the own and nobody else's open tickets without show-all (D-029)", facts: ticket("open", ana.id), settings: { userShowAll: true }, who: [ana] },
    { title: "a waiting ticket assigned to someone to that person only (D-029)", facts: ticket("pending", ana.id), who: [ana] },
    { title: "unassigned tickets to their queue (D-029)", facts: ticket("pending", null), who: [ana, rui, marta, davi] },
    { title: "groups to everyone of the queue [INBOX-025]", facts: ticket("group", ana.id), who: [ana, rui, marta, davi] },
    { title: "another's group to gerente and admin only with groupPerUser (D-041)", facts: ticket("group", ana.id), settings: { groupPerUser: true }, who: [ana, marta, davi] },
    { title: "everything of the queue with show-all, to those who may (D-030)", facts: ticket("open", ana.id), query: { showAll: true }, who: [ana, marta, davi] },
    { title: "everything of the queue with show-all, to users too with userShowAll [INBOX-007]", facts: ticket("open", ana.id), settings: { userShowAll: true }, query: { showAll: true }, who: [ana, rui, marta, davi] },
    { title: "users' tickets to gerente and user under the hierarchy [INBOX-032]", facts: ticket("open", rui.id), settings: { hierarchy: true, userShowAll: true }, query: { showAll: true }, who: [ana, rui, marta, davi] },
    { title: "a gerente's ticket to itself and admin only under the hierarchy [INBOX-032, INBOX-033]", facts: ticket("open", marta.id), settings: { hierarchy: true, userShowAll: true }, query: { showAll: true }, who: [marta, davi] },
    { title: "unassigned tickets to their queue under the hierarchy [INBOX-034]", facts: ticket("pending", null), settings: { hierarchy: true, userShowAll: true }, query: { showAll: true }, who: [ana, rui, marta, davi] },
    { title: "an admin's group still to users without show-all, whom the hierarchy does not bind [INBOX-025]", facts: ticket("group", davi.id), settings: { hierarchy: true }, query: { showAll: true }, who: [ana, rui, davi] },
    { title: "an admin's group to nobody below it under the hierarchy [INBOX-025]", facts: ticket("group", davi.id), settings: { hierarchy: true, userShowAll: true }, query: { showAll: true }, who: [davi] },
    { title: "nothing of a queue that is not selected [INBOX-026]", facts: ticket("pending", null), query: { queueIds: [SALES] }, who: [] },
    { title: "no foreign queue although selected (D-027)", facts: ticket("pending", null, SALES), query: { queueIds: [SUPPORT, SALES] }, who: [bia, davi] },
    { title: "queue-less tickets with any selection (D-027)", facts: ticket("pending", null, null), query: { queueIds: [] }, who: [ana, rui, bia, marta, davi] },
    { title: "queue-less tickets to administrators only when set so [TICKET-029]", facts: ticket("pending", null, null), settings: { onlyAdminSeeEmptyQueue: true }, who: [davi] },
  ])("lists $title", ({ facts, settings: more, query: asked, who: expected }) => {
    expect(lists(facts, settings(more), query(asked))).toEqual(expected);
  });

  it("honours show-all for admin, gerente, and for users when set so (D-028) [INBOX-007]", () => {
    expect(who((actor) => mayUseShowAll(actor, settings()))).toEqual([marta, davi]);
    expect(who((actor) => mayUseShowAll(actor, settings({ userShowAll: true })))).toEqual([ana, rui, bia, marta, davi]);
  });
});

describe("notificationCondition", () => {
  // prettier-ignore
  it.each<Case>([
    { title: "the owner for an own ticket (D-098)", facts: ticket("open", ana.id), settings: { userShowAll: true }, who: [ana] },
    { title: "the queue for a waiting ticket, and no administrator outside it [NOTIF-006]", facts: ticket("pending", null), who: [ana, rui, marta] },
    { title: "everyone who may open a waiting ticket with notificateAllTickets [NOTIF-006]", facts: ticket("pending", null), settings: { notificateAllTickets: true }, who: [ana, rui, marta, davi] },
    { title: "nobody else for a waiting ticket that is assigned (D-098)", facts: ticket("pending", ana.id), who: [ana] },
    { title: "nobody for a ticket with the bot (D-034)", facts: ticket("bot", null), who: [] },
    { title: "the queue for an ownerless group (D-098)", facts: ticket("group", null), who: [ana, rui, marta] },
    { title: "only the owner for an owned group [NOTIF-007]", facts: ticket("group", ana.id), who: [ana] },
    { title: "everyone who may open it for an owned group with notifyGroupToAllUsers [NOTIF-007]", facts: ticket("group", ana.id), settings: { notifyGroupToAllUsers: true }, who: [ana, rui, marta, davi] },
    { title: "nobody who may not open it [NOTIF-007]", facts: ticket("group", ana.id), settings: { notifyGroupToAllUsers: true, groupPerUser: true }, who: [ana, marta, davi] },
    { title: "only administrators for a queue-less ticket when set so [TICKET-029]", facts: ticket("pending", null, null), settings: { onlyAdminSeeEmptyQueue: true }, who: [davi] },
  ])("rings for $title", ({ facts, settings: more, who: expected }) => {
    expect(rings(facts, settings(more))).toEqual(expected);
  });
});
