import { matches, type Actor } from "../access/index.js";
import { ticketCondition, type TicketRule } from "../tickets/index.js";
import { TICKET_RULES } from "../tickets/ticketRules.js";
import { CAST, SALES, SUPPORT, ana, davi, marta, rui, settings, ticket } from "../tickets/ticketCast.fixture.js";
import type { TicketFacts } from "../tickets/ticketFacts.js";
import { API_AREAS, covers, narrowed, type ApiScope } from "./index.js";

const QUEUES = [SUPPORT, SALES];
const scope = (more: Partial<ApiScope> = {}): ApiScope => ({ areas: {}, reach: "all", queueIds: [], ...more });
const own = scope({ reach: "own" });
const ofSales = scope({ reach: "queues", queueIds: [SALES] });

const RULES = Object.keys(TICKET_RULES) as TicketRule[];
const TICKETS: TicketFacts[] = (["pending", "open", "paused", "closed", "group", "closedGroup", "nps", "bot"] as const).flatMap((bucket) =>
  [null, ...CAST.map(({ id }) => id)].flatMap((userId) =>
    [null, ...QUEUES].flatMap((queueId) => [
      ticket(bucket, userId, queueId),
      { ...ticket(bucket, userId, queueId), guestIds: CAST.map(({ id }) => id) },
    ]),
  ),
);
const may = (actor: Actor, rule: TicketRule, facts: TicketFacts, given = settings()): boolean =>
  matches(ticketCondition(rule, actor, given), facts);

describe("the rights of a token", () => {
  it("are never more than its owner's, for any rule and ticket, whatever the settings [D-571]", () => {
    const given = [settings(), settings({ userShowAll: true, userClosedQueues: true, groupPerUser: true, onlyAdminSeeEmptyQueue: true })];
    for (const owner of CAST)
      for (const asked of [own, ofSales, scope({ reach: "queues", queueIds: [SUPPORT, SALES, 99] }), scope({ reach: "queues" })]) {
        const token = narrowed(owner, asked, QUEUES);
        for (const each of given)
          for (const rule of RULES)
            for (const facts of TICKETS)
              if (may(token, rule, facts, each)) expect([owner.id, rule, may(owner, rule, facts, each)]).toEqual([owner.id, rule, true]);
      }
  });

  it("with a reach of all are the owner's themselves [D-571]", () => {
    expect(narrowed(davi, scope(), QUEUES)).toBe(davi);
  });

  it("of chosen queues open what is in them and nothing without a queue, not even by an invitation [D-571]", () => {
    const token = narrowed(davi, ofSales, QUEUES);
    expect(token).toMatchObject({ profile: "gerente", queueIds: [SALES], addContact: true });
    expect(may(token, "ticket:open", ticket("open", ana.id, SALES))).toBe(true);
    for (const queueId of [SUPPORT, null])
      expect(may(token, "ticket:open", { ...ticket("open", ana.id, queueId), guestIds: [davi.id] })).toBe(false);
    expect(may(narrowed(marta, ofSales, QUEUES), "ticket:open", ticket("pending", null, SALES))).toBe(false);
  });

  it("of the own conversations open those of the owner, in any queue that the owner sees [D-571]", () => {
    const token = narrowed(davi, own, QUEUES);
    expect(token.profile).toBe("user");
    for (const queueId of QUEUES) expect(may(token, "ticket:write", ticket("open", davi.id, queueId))).toBe(true);
    expect(may(token, "ticket:open", ticket("pending", null))).toBe(false);
    expect(may(narrowed(rui, own, QUEUES), "ticket:open", ticket("group", ana.id))).toBe(false);
  });

  it("end with the owner's account [D-571]", () => {
    const gone = { ...davi, active: false };
    for (const asked of [scope(), own, ofSales])
      expect(may(narrowed(gone, asked, QUEUES), "ticket:open", ticket("open", davi.id, SALES))).toBe(false);
    expect(narrowed(gone, ofSales, QUEUES).addContact).toBe(false);
  });
});

describe("a scope", () => {
  it("opens what it names at its level, write with read, and nothing else [D-571]", () => {
    const given = scope({ areas: { conversations: "read", contacts: "write" } });
    expect(covers(given, { area: "conversations", level: "read" })).toBe(true);
    expect(covers(given, { area: "conversations", level: "write" })).toBe(false);
    expect(covers(given, { area: "contacts", level: "read" })).toBe(true);
    expect(covers(given, { area: "audit", level: "read" })).toBe(false);
  });

  it("opens no call that belongs to no area, and with a smaller reach no area that knows none [D-571]", () => {
    const everything = Object.fromEntries(API_AREAS.map((area) => [area, "write" as const]));
    expect(covers(scope({ areas: everything }), null)).toBe(false);
    expect(API_AREAS.filter((area) => covers(scope({ areas: everything, reach: "own" }), { area, level: "read" }))).toEqual([
      "conversations",
      "contacts",
      "texts",
      "company",
    ]);
  });
});
