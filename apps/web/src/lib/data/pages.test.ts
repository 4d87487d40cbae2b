import { ticketCursor, type TicketView } from "@balcao/contracts/tickets";
import type { MessageView } from "@balcao/contracts/messages";
import { chunkMessages, joinMessagePages } from "./messagePages";
import { chunkPages, joinPages } from "./ticketPages";

const tickets = Array.from(
  { length: 95 },
  (_, at) => ({ id: 1000 - at, updatedAt: `2026-11-01T10:00:${String(99 - at).padStart(2, "0")}Z` }) as TicketView,
);
const messages = Array.from(
  { length: 47 },
  (_, at) => ({ id: String(at + 1), createdAt: `2026-11-01T10:${String(at).padStart(2, "0")}:00Z` }) as MessageView,
);

describe("ticket pages", () => {
  it("cut a list so that each page asks for what follows the page before [INBOX-024]", () => {
    const { pages, pageParams } = chunkPages({ tickets, hasMore: true, count: 300 });
    expect(pages.map((page) => page.tickets.length)).toEqual([40, 40, 15]);
    expect(pageParams).toEqual([undefined, ...[39, 79].map((at) => ticketCursor(tickets.at(at) as TicketView))]);
    expect(joinPages(pages)).toEqual({ tickets, hasMore: true, count: 300 });
  });

  it("keep an empty list as one empty page", () => {
    expect(chunkPages({ tickets: [], hasMore: false, count: 0 }).pages).toEqual([{ tickets: [], hasMore: false, count: 0 }]);
  });
});

describe("message pages", () => {
  it("cut loaded messages from the newest backwards and join them again [CONV-025]", () => {
    const data = chunkMessages({ messages, hasMore: false });
    expect(data.pages.map((page) => page.messages.length)).toEqual([20, 20, 7]);
    expect(data.pageParams).toEqual([undefined, 28, 8]);
    expect(data.pages.map((page) => page.hasMore)).toEqual([true, true, false]);
    expect(joinMessagePages(data.pages)).toEqual({ messages, hasMore: false });
  });
});
