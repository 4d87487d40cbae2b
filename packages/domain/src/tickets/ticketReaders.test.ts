import fc from "fast-check";
import { matches, type Actor, type KeyRange, type Profile } from "../access/index.js";
import type { AccessSettings } from "../settings/index.js";
import { peopleOf, receives, rightsClassOf, sees } from "./audience.js";
import { sumTicketCells, toTicketRanges, type TicketCell, type PlaceCondition, type TicketFacts } from "./ticketFacts.js";
import { listCondition, type TicketListQuery } from "./ticketLists.js";
import { notificationCondition, ticketCondition } from "./ticketRules.js";
import { bucketOf, TICKET_BUCKETS } from "./ticketStatus.js";
import { SUPPORT, SALES, person, ana, bia, marta, davi, CAST, usersByProfile, settings, query, ticket, who } from "./ticketCast.fixture.js";

const EMPTY = 3;
const QUEUES = [SUPPORT, SALES, EMPTY];
const USERS = CAST.map((each) => each.id);
const anySettings: fc.Arbitrary<AccessSettings> = fc.record({
  ...{
    hierarchy: fc.boolean(),
    userShowAll: fc.boolean(),
    onlyAdminSeeEmptyQueue: fc.boolean(),
    groupPerUser: fc.boolean(),
  },
  ...{ userClosedQueues: fc.boolean(), notificateAllTickets: fc.boolean(), notifyGroupToAllUsers: fc.boolean() },
  ...{ sendPermission: fc.constant("everyone" as const), maintainPermission: fc.constant("everyone" as const) },
});
const anyActor = fc
  .record({
    id: fc.constantFrom(...USERS),
    profile: fc.constantFrom<Profile>("user", "gerente", "admin"),
    queueIds: fc.subarray(QUEUES),
    active: fc.boolean(),
  })
  .map(({ id, profile, queueIds, active }) => person(id, profile, queueIds, { active }));
const anyQuery = fc.record({
  showAll: fc.boolean(),
  queueIds: fc.option(fc.subarray(QUEUES)),
  usersByProfile: fc.constant(usersByProfile),
});
const anyFacts = fc
  .record({
    bucket: fc.constantFrom(...TICKET_BUCKETS),
    userId: fc.option(fc.constantFrom(...USERS)),
    queueId: fc.option(fc.constantFrom(...QUEUES)),
    guestIds: fc.subarray(USERS, { maxLength: 2 }),
  })
  .map(({ bucket, userId, queueId, guestIds }): TicketFacts => ({ ...ticket(bucket, userId, queueId), guestIds }));
const anyRule = fc.record({
  actor: anyActor,
  settings: anySettings,
  query: anyQuery,
  rule: fc.constantFrom("place", "list", "bell", "resume"),
});

function conditionOf(given: { actor: Actor; settings: AccessSettings; query: TicketListQuery; rule: string }): PlaceCondition {
  if (given.rule === "list") return listCondition(given.actor, given.settings, given.query);
  if (given.rule === "bell") return notificationCondition(given.actor, given.settings);
  return ticketCondition(given.rule === "place" ? "ticket:list" : "ticket:resume", given.actor, given.settings);
}

const inRange = (range: KeyRange, facts: TicketFacts): boolean =>
  (range.queueKeys === null || range.queueKeys.includes(facts.queueId ?? 0)) &&
  (range.userKeys === null || range.userKeys.includes(facts.userId ?? 0));

describe("the readers of a rule", () => {
  it("agree on every ticket: in memory, as ranges, over counts [INBOX-003]", () => {
    fc.assert(
      fc.property(anyRule, fc.array(anyFacts, { maxLength: 60 }), (given, tickets) => {
        const condition = conditionOf(given);
        let inRanges = 0;
        for (const bucket of TICKET_BUCKETS) {
          const ranges = toTicketRanges(condition, bucket, { queueIds: QUEUES, userIds: USERS });
          for (const facts of tickets.filter((each) => bucketOf(each) === bucket))
            inRanges += ranges.filter((range) => inRange(range, facts)).length;
        }
        const cells = tickets.map((facts): TicketCell => ({
          bucket: bucketOf(facts),
          queueKey: facts.queueId ?? 0,
          userKey: facts.userId ?? 0,
          n: 1,
        }));
        const inMemory = tickets.filter((facts) => matches(condition, facts)).length;
        expect(inRanges).toBe(inMemory);
        expect(sumTicketCells(condition, cells)).toBe(inMemory);
      }),
      { numRuns: 1000 },
    );
  });

  it("never list nor notify about a ticket that may not be opened (D-041)", () => {
    fc.assert(
      fc.property(anyActor, anySettings, anyQuery, anyFacts, (actor, given, asked, facts) => {
        if (sees(actor, given, facts)) return;
        expect(matches(listCondition(actor, given, asked), facts)).toBe(false);
        expect(matches(notificationCondition(actor, given), facts)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it("write the default agent's closed tab as two short key lists [INBOX-004]", () => {
    expect(toTicketRanges(listCondition(ana, settings(), query()), "closed", { queueIds: QUEUES, userIds: USERS })).toEqual([
      { queueKeys: [0, SUPPORT], userKeys: [0, ana.id] },
    ]);
    expect(
      toTicketRanges(listCondition(davi, settings(), query({ showAll: true })), "open", {
        queueIds: QUEUES,
        userIds: USERS,
      }),
    ).toEqual([{ queueKeys: null, userKeys: null }]);
    expect(toTicketRanges(listCondition(bia, settings(), query()), "group", { queueIds: QUEUES, userIds: USERS })).toEqual([
      { queueKeys: [0, SALES], userKeys: null },
    ]);
  });
});

describe("the audience of a change", () => {
  it("is whoever saw the ticket before or sees it now, guests included (D-060) [D-550]", () => {
    const transferred = { before: ticket("open", ana.id), after: ticket("pending", null, SALES) };
    expect(who((actor) => receives(actor, settings(), transferred))).toEqual([ana, bia, marta, davi]);
    expect(who((actor) => receives(actor, settings(), { before: transferred.before, after: null }))).toEqual([ana, marta, davi]);
    expect(peopleOf(transferred)).toEqual([ana.id]);
    const left = { before: { ...ticket("open", ana.id), guestIds: [bia.id] }, after: ticket("open", ana.id) };
    expect(who((actor) => receives(actor, settings(), left))).toEqual([ana, bia, marta, davi]);
    expect(peopleOf(left)).toEqual([ana.id, bia.id]);
  });

  it("is the same for two people of one class who are owner or guest on neither side (D-060) [D-550]", () => {
    const change = fc.record({ before: fc.option(anyFacts), after: fc.option(anyFacts) });
    fc.assert(
      fc.property(anyActor, fc.constantFrom(...USERS), anySettings, change, (actor, otherId, given, changed) => {
        const other = { ...actor, id: otherId, queueIds: [...actor.queueIds].reverse() };
        expect(rightsClassOf(other)).toBe(rightsClassOf(actor));
        const people = peopleOf(changed);
        if (people.includes(actor.id) || people.includes(otherId)) return;
        expect(receives(other, given, changed)).toBe(receives(actor, given, changed));
      }),
      { numRuns: 2000 },
    );
  });
});
