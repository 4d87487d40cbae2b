import type { TicketView } from "@balcao/contracts/tickets";
import { QueryClient } from "@tanstack/react-query";
import type { Self } from "../session";
import { settingsQuery } from "./settings";
import { unreadTicketsQuery, updateUnreadTickets } from "./unreadTickets";

const [MARTA, ANA] = [2, 3];
const QUEUE = 10;

const self = { id: MARTA, profile: "gerente", active: true, queues: [{ id: QUEUE }] } as unknown as Self;
const waiting = {
  ...{ id: 7, version: 1, status: "pending", isGroup: false, queueId: QUEUE, userId: null },
  ...{ unreadMessages: 1, updatedAt: "2026-11-01T10:00:00.000Z" },
} as TicketView;

/** The bell of a manager with what it holds. */
function bellWith(tickets: readonly TicketView[]) {
  const client = new QueryClient();
  client.setQueryData(["session"], self);
  client.setQueryData(settingsQuery.queryKey, []);
  client.setQueryData(unreadTicketsQuery.queryKey, { tickets, hasMore: false, count: tickets.length });
  const ids = () => client.getQueryData(unreadTicketsQuery.queryKey)?.tickets.map(({ id }) => id);
  return { client, ids };
}

describe("the bell", () => {
  const accepted = { ...waiting, version: 2, status: "open", userId: ANA } as TicketView;

  it("loses a waiting ticket that somebody else accepts, although its messages are unread [SHELL-040, D-022, D-034]", () => {
    const { client, ids } = bellWith([waiting]);
    updateUnreadTickets(client, { action: "update", ticket: accepted, ticketId: 7 });
    expect(ids()).toEqual([]);
  });

  it("does not get a ticket that somebody else attends, and gets one's own [SHELL-040, D-034]", () => {
    const { client, ids } = bellWith([]);
    updateUnreadTickets(client, { action: "update", ticket: accepted, ticketId: 7 });
    expect(ids()).toEqual([]);
    updateUnreadTickets(client, { action: "update", ticket: { ...accepted, version: 3, userId: MARTA }, ticketId: 7 });
    expect(ids()).toEqual([7]);
  });
});
