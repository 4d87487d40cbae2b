import type { MessageView } from "@balcao/contracts/messages";
import { QueryClient } from "@tanstack/react-query";
import { isLoaded, messagesQuery } from "./messages";

const TICKET = 7;
const page = (...ids: readonly number[]) => ({
  messages: ids.map((id) => ({ id: String(id) }) as MessageView),
  hasMore: true,
  hasNewer: false,
});

describe("whether a message is loaded", () => {
  const client = new QueryClient();
  afterEach(() => client.clear());

  it("is looked up in every page that was read from the newest one on", () => {
    client.setQueryData(messagesQuery(TICKET).queryKey, { pages: [page(30, 31), page(28, 29)], pageParams: [{}, { before: 30 }] });
    expect(["28", "31", "27", "3"].map((id) => isLoaded(client, TICKET, null, id))).toEqual([true, true, false, false]);
  });

  it("is looked up in the pages around a message only where these are meant, and in the room's own", () => {
    client.setQueryData(messagesQuery(TICKET, 12).queryKey, { pages: [page(11, 12, 13)], pageParams: [{ around: 12 }] });
    expect([12, null, 11].map((around) => isLoaded(client, TICKET, around, "11"))).toEqual([true, false, false]);
    expect(isLoaded(client, TICKET + 1, 12, "11")).toBe(false);
  });
});
