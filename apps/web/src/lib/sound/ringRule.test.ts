import type { ServerEvent } from "@balcao/contracts/realtime";
import type { Actor } from "@balcao/domain/access";
import { DEFAULT_SETTINGS } from "@balcao/domain/settings";
import { isNews } from "./ringRule";

const ana: Actor = { id: 7, profile: "user", active: true, queueIds: [1], addContact: false, editContact: false, delContact: false };
const away = { visible: false, ticketId: null };

const event = (ticket: object, more: { action?: string; fromMe?: boolean; minutesAgo?: number } = {}) =>
  ({
    action: more.action ?? "create",
    message: { fromMe: more.fromMe ?? false, createdAt: new Date(Date.now() - (more.minutesAgo ?? 0) * 60_000).toISOString() },
    ticket: { id: 5, status: "open", isGroup: false, queueId: 1, userId: 7, ...ticket },
  }) as unknown as ServerEvent<"appMessage">;

describe("a sound for a message", () => {
  it.each([
    ["of a customer in an own ticket", event({}), true],
    ["in a ticket that waits in an own queue", event({ status: "pending", userId: null }), true],
    ["in a ticket that waits in another queue", event({ status: "pending", userId: null, queueId: 2 }), false],
    ["in somebody else's ticket", event({ userId: 8 }), false],
    ["that one of ours wrote", event({}, { fromMe: true }), false],
    ["that was said four minutes ago", event({}, { minutesAgo: 4 }), true],
    ["that was kept back until it was history", event({}, { minutesAgo: 6 }), false],
    ["that only changed", event({}, { action: "update" }), false],
  ])("%s", (_which, news, rings) => {
    expect(isNews(news, ana, DEFAULT_SETTINGS, away)).toBe(rings);
  });

  it("is left out while its conversation is before the person's eyes, and only then", () => {
    expect(isNews(event({}), ana, DEFAULT_SETTINGS, { visible: true, ticketId: 5 })).toBe(false);
    expect(isNews(event({}), ana, DEFAULT_SETTINGS, { visible: false, ticketId: 5 })).toBe(true);
    expect(isNews(event({}), ana, DEFAULT_SETTINGS, { visible: true, ticketId: 6 })).toBe(true);
  });
});
