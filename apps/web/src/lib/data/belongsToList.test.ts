import type { TicketView } from "@balcao/contracts/tickets";
import { matches, type Actor, type Profile } from "@balcao/domain/access";
import { DEFAULT_SETTINGS } from "@balcao/domain/settings";
import { bucketOf, LIST_STATUSES, listCondition, type TicketStatus } from "@balcao/domain/tickets";
import { belongsTo } from "./belongsToList";

const USERS: Readonly<Record<number, Profile>> = { 1: "admin", 2: "gerente", 3: "user", 4: "user" };
const usersByProfile = { admin: [1], gerente: [2], user: [3, 4] };

const actor = (id: number, queueIds: readonly number[]): Actor => ({
  id,
  profile: USERS[id] ?? "user",
  queueIds,
  active: true,
  addContact: false,
  editContact: false,
  delContact: false,
  sendToMany: false,
  maintain: false,
});

function ticket(status: TicketStatus, isGroup: boolean, queueId: number | null, userId: number | null): TicketView {
  return {
    id: 7,
    status,
    isGroup,
    origin: null,
    queueId,
    userId,
    whatsappId: 1,
    contactId: 5,
    lastMessage: "",
    unreadMessages: 0,
    pauseTag: null,
    pausedAt: null,
    snooze: null,
    target: null,
    closing: null,
    waitingSince: null,
    adSource: null,
    metaAgentSince: null,
    lastMessageState: null,
    lastMessageMedia: null,
    customerWords: null,
    answersTo: null,
    version: 1,
    user: userId === null ? null : { id: userId, name: `U${userId}`, profile: USERS[userId] ?? "user" },
    queue: queueId === null ? null : { id: queueId, name: `Q${queueId}`, color: "#000" },
    whatsapp: { id: 1, name: "C", api: "meow" },
    contact: { id: 5, name: "Contato", number: null, profilePicUrl: null, isGroup },
    createdAt: "2026-11-01T10:00:00.000Z",
    updatedAt: "2026-11-01T10:00:00.000Z",
    acceptedAt: null,
    closedAt: null,
  };
}

const TICKETS = (["open", "pending", "closed", "paused", "bot"] as const)
  .flatMap((status) => [null, 10, 20].flatMap((queueId) => [null, 1, 2, 3, 4].map((userId) => ticket(status, false, queueId, userId))))
  .concat(
    ([null, 10, 20] as const).flatMap((queueId) =>
      [null, 3, 4].flatMap((userId) => [ticket("group", true, queueId, userId), ticket("closed", true, queueId, userId)]),
    ),
  );

const SETTINGS = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  ...DEFAULT_SETTINGS,
  hierarchy: (bits & 1) > 0,
  userShowAll: (bits & 2) > 0,
  onlyAdminSeeEmptyQueue: (bits & 4) > 0,
  groupPerUser: bits % 3 === 0,
}));

describe("belongsTo", () => {
  it("decides on every view as the api does on its row, although it has no other users [INBOX-025, INBOX-026, INBOX-032, INBOX-033, INBOX-034]", () => {
    let inside = 0;
    for (const settings of SETTINGS) {
      for (const me of [actor(1, []), actor(2, [10]), actor(3, [10]), actor(3, [10, 20])]) {
        for (const queueIds of [null, [10], [10, 20]]) {
          for (const showAll of [false, true]) {
            const rule = listCondition(me, settings, { showAll, queueIds, usersByProfile });
            for (const status of LIST_STATUSES) {
              const belongs = belongsTo({ status, showAll, queueIds }, me, settings);
              for (const view of TICKETS) {
                const expected =
                  bucketOf(view) === status &&
                  matches(rule, { status: view.status, isGroup: view.isGroup, queueId: view.queueId, userId: view.userId });
                if (belongs(view) !== expected)
                  throw new Error(
                    JSON.stringify({ me: me.profile, showAll, queueIds, status, view: [view.status, view.queueId, view.userId] }),
                  );
                if (expected) inside += 1;
              }
            }
          }
        }
      }
    }
    expect(inside).toBeGreaterThan(1_000);
  });

  it("takes a record of a sent message into no list until it is a conversation [D-268]", () => {
    const settings = { ...DEFAULT_SETTINGS, userShowAll: true };
    for (const isGroup of [false, true]) {
      const record: TicketView = { ...ticket("closed", isGroup, null, null), origin: "campaign" };
      const lists = (view: TicketView) =>
        LIST_STATUSES.filter((status) => belongsTo({ status, showAll: true, queueIds: null }, actor(1, []), settings)(view));
      expect(lists(record)).toEqual([]);
      expect(lists({ ...record, origin: null })).toEqual([isGroup ? "closedGroup" : "closed"]);
    }
  });

  it("shows another user's open ticket with show-all only [INBOX-025]", () => {
    const settings = { ...DEFAULT_SETTINGS, userShowAll: true };
    const others = ticket("open", false, 10, 4);
    expect(belongsTo({ status: "open", showAll: true, queueIds: null }, actor(3, [10]), settings)(others)).toBe(true);
    expect(belongsTo({ status: "open", showAll: false, queueIds: null }, actor(3, [10]), settings)(others)).toBe(false);
  });
});
