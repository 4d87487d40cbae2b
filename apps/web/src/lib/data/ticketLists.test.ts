import type { TicketView } from "@balcao/contracts/tickets";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { Self } from "../session";
import { settingsQuery } from "./settings";
import { TICKET_CHANGE, ticketQuery, updateTicketLists, updateTicketListsByConnection } from "./ticketLists";

const ANA = 3;
const RUI = 4;
const QUEUE = 10;

const self = { id: ANA, profile: "user", active: true, queues: [{ id: QUEUE }] } as unknown as Self;
const ticketOf = (userId: number) => ({ id: 7, version: 1, status: "open", isGroup: false, queueId: QUEUE, userId }) as TicketView;

/** A browser of Ana that shows the ticket; `asked` counts how often it was read again. */
function shows(ticket: TicketView) {
  const client = new QueryClient();
  let asked = 0;
  client.setQueryData(["session"], self);
  client.setQueryData(settingsQuery.queryKey, []);
  client.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
  const observer = new QueryObserver(client, {
    ...ticketQuery(ticket.id),
    queryFn: () => {
      asked += 1;
      return ticket;
    },
    staleTime: Infinity,
  });
  const stop = observer.subscribe(() => undefined);
  return { client, asked: () => asked, close: () => (stop(), client.clear()) };
}

describe("the open ticket after an event that takes it out of sight", () => {
  it("is read again when somebody else's change took it, because the refusal says why [TICKET-035]", () => {
    const { client, asked, close } = shows(ticketOf(ANA));
    updateTicketLists(client, { action: "delete", ticketId: 7 });
    expect(asked()).toBe(1);
    close();
  });

  it("is not read again while the person's own change waits for its answer", () => {
    const { client, asked, close } = shows(ticketOf(ANA));
    const mutation = client.getMutationCache().build(client, {
      mutationKey: TICKET_CHANGE,
      mutationFn: (_variables: { readonly ticketId: number }) => new Promise<void>(() => undefined),
    });
    void mutation.execute({ ticketId: 7 });
    updateTicketLists(client, { action: "delete", ticketId: 7 });
    expect(asked()).toBe(0);
    close();
  });

  it("is not read again when the answer to the person's own change showed it with somebody else", () => {
    const { client, asked, close } = shows(ticketOf(RUI));
    updateTicketLists(client, { action: "delete", ticketId: 7 });
    expect(asked()).toBe(0);
    close();
  });
});

describe("the open ticket after a connection was deleted", () => {
  it("is read again, so that it is not offered to be reopened without one [D-152]", () => {
    const { client, asked, close } = shows(ticketOf(ANA));
    updateTicketListsByConnection(client, { action: "delete", whatsappId: 5 });
    expect(asked()).toBe(1);
    close();
  });
});
