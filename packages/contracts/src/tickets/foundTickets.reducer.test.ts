import { applyTicketToFound } from "./foundTickets.reducer.js";
import type { TicketHitView, TicketSearchView, TicketView } from "./tickets.views.js";

const ticket = (id: number, version: number, status: TicketView["status"]) => ({ id, version, status }) as TicketView;
const hit = { messageId: "7", body: "xilofone" } as TicketHitView;
const found: TicketSearchView = {
  tickets: [
    { ...ticket(1, 3, "pending"), hit },
    { ...ticket(2, 1, "open"), hit: null },
  ],
  partial: false,
};

describe("the found tickets and the events that arrive", () => {
  it("show a ticket as it is now, at its place and with the message that was found [INBOX-025]", () => {
    const after = applyTicketToFound(found, ticket(1, 4, "open"));
    expect(after.tickets.map(({ id, status }) => [id, status])).toEqual([
      [1, "open"],
      [2, "open"],
    ]);
    expect(after.tickets[0]?.hit).toBe(hit);
  });

  it("show a later view of the same version, because names change without the ticket", () => {
    const later = { ...ticket(1, 3, "pending"), user: { id: 4, name: "Rui" } } as TicketView;
    expect(applyTicketToFound(found, later).tickets[0]).toEqual({ ...later, hit });
  });

  it("stay as they are after an older view, or after a ticket that was not found", () => {
    expect(applyTicketToFound(found, ticket(1, 2, "closed"))).toBe(found);
    expect(applyTicketToFound(found, ticket(9, 9, "open"))).toBe(found);
  });
});
