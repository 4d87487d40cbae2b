import { DEFAULT_SETTINGS } from "@balcao/domain/settings";
import { anActor, aTicketView } from "@balcao/testing/cast";
import { acceptsBeforeBot, needsQueueToAccept, ticketActions } from "./ticketActions";

const ana = anActor(3, "user", { queueIds: [10] });
const ticket = (over: object) => aTicketView({ queueId: 10, userId: 3, ...over });
const of = (over: object, actor = ana) => ticketActions(ticket(over), actor, DEFAULT_SETTINGS);

describe("ticketActions", () => {
  it.each([
    [
      { status: "pending", userId: null },
      { primary: "accept", menu: ["transfer", "close"] },
    ],
    [{ status: "open" }, { primary: "resolve", menu: ["returnToWaiting", "snooze", "pause", "transfer", "close", "markUnread"] }],
    [
      { status: "paused", pauseTag: "x" },
      { primary: "resume", menu: ["snooze", "transfer", "close", "markUnread"] },
    ],
    [{ status: "closed" }, { primary: "reopen", menu: ["transfer"] }],
    [{ status: "nps" }, { primary: null, menu: ["reopen", "transfer", "close"] }],
  ])("offers on %j what the machine allows [TICKET-004, CONV-001]", (over, actions) => {
    expect(of(over)).toEqual(actions);
  });

  it("does not offer to reopen what a deleted connection left [D-152]", () => {
    expect(of({ status: "closed", whatsappId: null })).toEqual({ primary: null, menu: ["transfer"] });
  });

  it("lets only the owner, gerente and admin end a pause", () => {
    expect(of({ status: "paused", userId: 9 }).primary).toBeNull();
    expect(of({ status: "paused", userId: 9 }).menu).not.toContain("snooze");
    expect(of({ status: "paused", userId: 9 }, { ...ana, profile: "gerente" }).primary).toBe("resume");
  });

  it("offers the owner alone to mark a ticket as unread, and in a group everybody (D-076)", () => {
    expect(of({ status: "open", userId: 9 }, { ...ana, profile: "gerente" }).menu).not.toContain("markUnread");
    expect(of({ status: "group", isGroup: true, userId: null }).menu).toContain("markUnread");
  });

  it("offers administrators alone to delete a ticket, last of all [TICKET-019, TICKET-043]", () => {
    expect(of({ status: "open" }, { ...ana, profile: "admin" }).menu.at(-1)).toBe("delete");
    for (const profile of ["user", "gerente"] as const) expect(of({ status: "open" }, { ...ana, profile }).menu).not.toContain("delete");
  });

  it("accepts before menu and bot where a waiting ticket has no queue and there are queues [TICKET-018, D-050]", () => {
    const waiting = { status: "pending", isGroup: false, queueId: null } as const;
    expect(acceptsBeforeBot(waiting, true)).toBe(true);
    expect(acceptsBeforeBot({ ...waiting, status: "bot" }, true)).toBe(true);
    expect(acceptsBeforeBot(waiting, false)).toBe(false);
    expect(acceptsBeforeBot({ ...waiting, queueId: 10 }, true)).toBe(false);
    expect(acceptsBeforeBot({ ...waiting, status: "group", isGroup: true }, true)).toBe(false);
    expect(acceptsBeforeBot({ ...waiting, status: "open" }, true)).toBe(false);
  });

  it("offers nothing on a ticket of another queue [TICKET-031]", () => {
    expect(of({ status: "pending", userId: null, queueId: 20 })).toEqual({ primary: null, menu: [] });
  });

  it("asks for a queue before a ticket without one is accepted, when there are queues [INBOX-021, INBOX-022]", () => {
    expect(needsQueueToAccept({ queueId: null }, ana, true)).toBe(true);
    expect(needsQueueToAccept({ queueId: 10 }, ana, true)).toBe(false);
    expect(needsQueueToAccept({ queueId: null }, { queueIds: [] }, true)).toBe(false);
    expect(needsQueueToAccept({ queueId: null }, ana, false)).toBe(false);
  });
});
