import { ticketCursor, type TicketView } from "@balcao/contracts/tickets";
import type { MessageView } from "@balcao/contracts/messages";
import { chunkMessages, joinMessagePages } from "./messagePages";
import { chunkPages, joinPages } from "./ticketLists";

const tickets = Array.from(
  { length: 195 },
  (_, at) => ({ id: 1000 - at, updatedAt: `2026-11-01T10:00:${String(199 - at).padStart(2, "0")}Z` }) as TicketView,
);
const messages = Array.from(
  { length: 147 },
  (_, at) => ({ id: String(at + 1), createdAt: `2026-11-01T10:${String(at).padStart(2, "0")}:00Z` }) as MessageView,
);

describe("ticket pages", () => {
  it("split a list so that each page starts after the previous one [INBOX-024]", () => {
    const { pages, pageParams } = chunkPages({ tickets, hasMore: true, count: 300 });
    expect(pages.map((page) => page.tickets.length)).toEqual([40, 100, 55]);
    expect(pageParams).toEqual([undefined, ...[39, 139].map((at) => ticketCursor(tickets.at(at) as TicketView))]);
    expect(joinPages(pages)).toEqual({ tickets, hasMore: true, count: 300 });
  });

  it("keep an empty list as one empty page", () => {
    expect(chunkPages({ tickets: [], hasMore: false, count: 0 }).pages).toEqual([{ tickets: [], hasMore: false, count: 0 }]);
  });
});

describe("message pages", () => {
  it("cut loaded messages from the newest backwards and join them again [CONV-025]", () => {
    const whole = { messages, hasMore: false, hasNewer: false };
    const data = chunkMessages(whole);
    expect(data.pages.map((page) => page.messages.length)).toEqual([20, 100, 27]);
    expect(data.pageParams).toEqual([{}, { before: 128, limit: 100 }, { before: 28, limit: 100 }]);
    expect(data.pages.map((page) => page.hasMore)).toEqual([true, true, false]);
    expect(joinMessagePages(data.pages)).toEqual(whole);
  });

  it("are read around the last loaded message while newer ones are not loaded", () => {
    const middle = { messages, hasMore: true, hasNewer: true };
    const data = chunkMessages(middle);
    expect(data.pages.map((page) => page.messages.length)).toEqual([11, 100, 36]);
    expect(data.pageParams).toEqual([{ around: 147 }, { before: 137, limit: 100 }, { before: 37, limit: 100 }]);
    expect(data.pages.map((page) => page.hasNewer)).toEqual([true, true, true]);
    expect(joinMessagePages(data.pages)).toEqual(middle);
  });

  it("keep an empty conversation as one empty page", () => {
    expect(chunkMessages({ messages: [], hasMore: false, hasNewer: false }).pages).toHaveLength(1);
  });
});
