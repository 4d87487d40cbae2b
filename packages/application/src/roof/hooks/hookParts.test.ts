import type { ListedFacts } from "@balcao/domain/tickets";
import { hookPartsOf } from "./hookParts.js";

const facts = (more: Partial<ListedFacts> = {}): ListedFacts => ({ status: "open", queueId: 1, userId: 2, ...more }) as ListedFacts;
const told = (topic: string, payload: object, ticketId: number | null = 7) =>
  hookPartsOf({ topic, ticketId, payload }).map(({ event, part, lane, messageId }) => [event, part, lane, messageId]);
const ofTicket = (before: ListedFacts | null, after: ListedFacts | null, more: object = {}) =>
  told("ticket", { change: "changed", before, after, createdMessages: [], updatedMessages: [], ...more });

it.each<[string, string, string, string]>([
  ["contact", "create", "contact.created", "c7"],
  ["contact", "update", "contact.changed", "c7"],
  ["contact", "delete", "contact.deleted", "c7"],
  ["protocol", "create", "protocol.changed", "p7"],
  ["session", "update", "connection.changed", "n7"],
])("tells of %s %s as %s", (topic, action, event, lane) => {
  expect(told(topic, { id: 7, action })).toEqual([[event, 0, lane, null]]);
});

it("tells nothing of other topics, of what is read, and of no ticket", () => {
  expect(told("queue", { id: 7, action: "update" })).toEqual([]);
  expect(ofTicket(facts(), facts(), { change: "read" })).toEqual([]);
  expect(told("ticket", { change: "changed", before: null, after: facts(), createdMessages: [], updatedMessages: [] }, null)).toEqual([]);
});

it.each<[string, ListedFacts | null, ListedFacts | null, object, string]>([
  ["created", null, facts(), {}, "ticket.created"],
  ["changed", facts(), facts({ userId: 3 }), {}, "ticket.changed"],
  ["closed", facts(), facts({ status: "closed" }), {}, "ticket.closed"],
  ["changed while it is closed", facts({ status: "closed" }), facts({ status: "closed", queueId: 2 }), {}, "ticket.changed"],
  ["deleted", facts(), null, { change: "deleted" }, "ticket.deleted"],
])("tells of a ticket that was %s, before its messages", (_what, before, after, more, event) => {
  expect(ofTicket(before, after, more)).toEqual([[event, 0, "t7", null]]);
  expect(ofTicket(before, after, { ...more, createdMessages: [1], updatedMessages: [2] })).toEqual([
    [event, 0, "t7", null],
    ["message.created", 1, "t7", 1],
    ["message.changed", 2, "t7", 2],
  ]);
});

it("tells of messages alone where nothing else changed, unless earlier ones came into sight", () => {
  expect(ofTicket(facts(), facts(), { createdMessages: [1] })).toEqual([["message.created", 0, "t7", 1]]);
  expect(ofTicket(facts(), facts(), { createdMessages: [1], historyMoved: true }).map(([event]) => event)).toEqual([
    "ticket.changed",
    "message.created",
  ]);
  expect(ofTicket(facts(), facts())).toEqual([["ticket.changed", 0, "t7", null]]);
  expect(ofTicket(facts({ guestIds: [1] }), facts({ guestIds: [1, 2] }), { updatedMessages: [1] })).toHaveLength(2);
});
