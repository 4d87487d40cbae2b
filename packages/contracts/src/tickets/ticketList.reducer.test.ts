import { aTicketView } from "@balcao/testing/cast";
import { applyConnectionToList, applyContactToList, applyMessageToList, applyTicketEvent, ticketCursor } from "./ticketList.reducer.js";
import type { AppMessageEvent } from "../live/events.js";
import type { TicketListView, TicketView } from "./tickets.views.js";

const ticket = (id: number, minute: number, more: Partial<TicketView> = {}): TicketView =>
  aTicketView({
    id,
    queueId: 1,
    queue: { id: 1, name: "Vendas", color: "#236681" },
    contactId: id,
    contact: { id, name: `Cliente ${id}`, number: `551190000000${id}`, profilePicUrl: null, isGroup: false },
    unreadMessages: 1,
    updatedAt: `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`,
    ...more,
  });

const list = (tickets: readonly TicketView[], hasMore = false): TicketListView => ({
  tickets,
  hasMore,
  count: tickets.length,
});
const pendingInSales = ({ status, queueId }: TicketView): boolean => status === "pending" && queueId === 1;
const ids = ({ tickets }: TicketListView): number[] => tickets.map(({ id }) => id);

describe("a loaded ticket list after events", () => {
  it("inserts a ticket that belongs to the list, in order [INBOX-025]", () => {
    const atOnce = (id: number) =>
      ids(applyTicketEvent(list([ticket(2, 30)]), { action: "update", ticket: ticket(id, 30), ticketId: id }, pendingInSales));
    expect([atOnce(1), atOnce(3)]).toEqual([
      [2, 1],
      [3, 2],
    ]);
    expect(
      ids(applyTicketEvent(list([ticket(1, 30), ticket(2, 10)]), { action: "update", ticket: ticket(3, 20), ticketId: 3 }, pendingInSales)),
    ).toEqual([1, 3, 2]);
  });

  it("keeps the longest wait first, where the order is that [D-341]", () => {
    const waits = (id: number, since: number | null, activity = 40) =>
      ticket(id, activity, { version: 2, waitingSince: since === null ? null : ticket(0, since).updatedAt });
    const loaded = list([waits(1, 5), waits(2, 20)], true);
    const after = (changed: TicketView) =>
      ids(applyTicketEvent(loaded, { action: "update", ticket: changed, ticketId: changed.id }, pendingInSales, "wait"));
    expect(after(waits(3, 10))).toEqual([1, 3, 2]);
    expect(after(waits(3, 5))).toEqual([1, 3, 2]);
    // Nobody waits for an answer in what a colleague gave back, so it counts from its last activity.
    expect(after(waits(3, null, 4))).toEqual([3, 1, 2]);
    // After the last loaded one comes the next page.
    expect(after(waits(3, 30))).toEqual([1, 2]);
    expect(after(waits(1, 30))).toEqual([2]);
    expect([after(waits(2, 19)), after(waits(2, 20, 55)), after(waits(2, 21))]).toEqual([[1, 2], [1, 2], [1]]);
    const said = { action: "create", message: {}, ticket: waits(2, 20, 55), contact: {} } as unknown as AppMessageEvent;
    expect(ids(applyMessageToList(loaded, said, pendingInSales, "wait"))).toEqual([1, 2]);
    expect(ticketCursor(waits(1, 5), "wait")).toBe(`${ticket(0, 5).updatedAt}~1`);
  });

  it("keeps what is due first, and after it what has no target, newest activity first [D-512]", () => {
    const due = (id: number, at: number | null, activity = 40) =>
      ticket(id, activity, { version: 2, target: at === null ? null : { of: "nextAnswer", dueAt: ticket(0, at).updatedAt } });
    const loaded = list([due(1, 5), due(2, 20), due(4, null, 30)], true);
    const after = (changed: TicketView) =>
      ids(applyTicketEvent(loaded, { action: "update", ticket: changed, ticketId: changed.id }, pendingInSales, "due"));
    expect(after(due(3, 10))).toEqual([1, 3, 2, 4]);
    expect(after(due(3, 30))).toEqual([1, 2, 3, 4]);
    expect(after(due(3, null, 50))).toEqual([1, 2, 3, 4]);
    expect(after(due(3, null, 20))).toEqual([1, 2, 4]);
    expect(after(due(1, null, 50))).toEqual([2, 1, 4]);
    expect(ticketCursor(due(1, 5), "due")).toBe(`${ticket(0, 5).updatedAt}~1`);
    expect(ticketCursor(due(4, null, 30), "due")).toBe(`${ticket(0, 30).updatedAt}~4~rest`);
  });

  it("replaces a ticket with a newer view and never with an older one", () => {
    const loaded = list([ticket(1, 30, { version: 5, unreadMessages: 2 })]);
    expect(
      applyTicketEvent(loaded, { action: "update", ticket: ticket(1, 31, { version: 6, unreadMessages: 3 }), ticketId: 1 }, pendingInSales)
        .tickets[0]?.unreadMessages,
    ).toBe(3);
    expect(
      applyTicketEvent(loaded, { action: "update", ticket: ticket(1, 20, { version: 4, unreadMessages: 9 }), ticketId: 1 }, pendingInSales),
    ).toBe(loaded);
  });

  it("removes a ticket whose queue is not selected any more [INBOX-026]", () => {
    expect(
      ids(
        applyTicketEvent(
          list([ticket(1, 30)]),
          { action: "update", ticket: ticket(1, 31, { queueId: 2, version: 2 }), ticketId: 1 },
          pendingInSales,
        ),
      ),
    ).toEqual([]);
  });

  it("removes a deleted ticket and ignores a ticket that is not loaded [INBOX-027]", () => {
    const loaded = list([ticket(1, 30)]);
    expect(ids(applyTicketEvent(loaded, { action: "delete", ticketId: 1 }, pendingInSales))).toEqual([]);
    expect(applyTicketEvent(loaded, { action: "delete", ticketId: 9 }, pendingInSales)).toBe(loaded);
  });

  it("zeroes the unread count of a ticket that was read [INBOX-028]", () => {
    expect(
      applyTicketEvent(list([ticket(1, 30)]), { action: "updateUnread", ticketId: 1, version: 2 }, pendingInSales).tickets[0],
    ).toMatchObject({ unreadMessages: 0, version: 2 });
    const newer = list([ticket(1, 30, { version: 3 }), ticket(2, 10, { version: 2 })]);
    expect(applyTicketEvent(newer, { action: "updateUnread", ticketId: 1, version: 2 }, pendingInSales)).toEqual(newer);
  });

  it("moves the ticket of a new message to the top with its unread count [INBOX-029]", () => {
    const moved = ticket(2, 40, { unreadMessages: 4, version: 2 });
    const after = applyMessageToList(
      list([ticket(1, 30), ticket(2, 10)]),
      { action: "create", message: {} as never, ticket: moved, contact: null },
      pendingInSales,
    );
    expect(ids(after)).toEqual([2, 1]);
    expect(after.tickets[0]?.unreadMessages).toBe(4);
  });

  it("shows a changed contact on its tickets [INBOX-030]", () => {
    const contact = {
      id: 1,
      name: "Novo nome",
      number: "5511900000001",
      email: "",
      profilePicUrl: null,
      isGroup: false,
      respostaAutomatica: true,
      tags: [],
      extraInfo: [],
      queue: [],
      user: [],
      redirect: [],
      optOut: null,
    };
    const loaded = list([ticket(1, 30), ticket(2, 10)]);
    const [changed, other] = applyContactToList(loaded, { action: "update", contact, contactId: 1 }).tickets;
    expect([changed?.contact.name, other]).toEqual(["Novo nome", loaded.tickets[1]]);
    expect(applyContactToList(loaded, { action: "update", contact: { ...contact, id: 9 }, contactId: 9 })).toBe(loaded);
    expect(applyContactToList(loaded, { action: "delete", contactId: 1 })).toBe(loaded);
  });

  it("leaves a ticket after the last loaded one to the next page while there is one [INBOX-024]", () => {
    const older = { action: "update", ticket: ticket(3, 1), ticketId: 3 } as const;
    expect(ids(applyTicketEvent(list([ticket(1, 30), ticket(2, 10)], true), older, pendingInSales))).toEqual([1, 2]);
    expect(ids(applyTicketEvent(list([ticket(1, 30), ticket(2, 10)], false), older, pendingInSales))).toEqual([1, 2, 3]);
  });

  it("returns the cursor of a ticket for the next page", () => {
    expect(ticketCursor(ticket(2, 10))).toBe("2026-11-20T12:10:00.000Z~2");
  });

  it("removes a deleted connection from its tickets [RT-006]", () => {
    const loaded = list([
      ticket(1, 30, { whatsappId: 4, whatsapp: { id: 4, name: "Loja", api: "meow" } }),
      ticket(2, 20, { whatsappId: 5, whatsapp: { id: 5, name: "Filial", api: "meow" } }),
    ]);
    expect(
      applyConnectionToList(loaded, { action: "delete", whatsappId: 4 }).tickets.map(({ whatsappId, whatsapp }) => [
        whatsappId,
        whatsapp?.name,
      ]),
    ).toEqual([
      [null, undefined],
      [5, "Filial"],
    ]);
    expect(applyConnectionToList(loaded, { action: "delete", whatsappId: 6 })).toBe(loaded);
  });
});
