import { aTicketState } from "@balcao/testing/cast";
import { applyIntent, TICKET_STATUSES, TRANSITIONS, type TicketState } from "@balcao/domain/tickets";
import { decodeIntent, encodeIntent, type WireIntent } from "./ticketIntent.codec.js";

const INTENTS: readonly WireIntent[] = [
  { intent: "accept", input: { userId: 7 } },
  { intent: "accept", input: { userId: 7, queueId: 3 } },
  { intent: "returnToWaiting", input: {} },
  { intent: "pause", input: { pauseTag: "almoço" } },
  { intent: "snooze", input: { wakesAt: new Date("2026-11-30T12:00:00Z") } },
  { intent: "snooze", input: { wakesAt: null, pauseTag: "peça" } },
  { intent: "resume", input: {} },
  { intent: "resolve", input: { askRating: true } },
  { intent: "resolve", input: { askRating: false } },
  { intent: "resolve", input: { askRating: true, reason: 5, note: "Pago" } },
  { intent: "close", input: {} },
  { intent: "close", input: { reason: 5 } },
  { intent: "reopen", input: { userId: 7 } },
  { intent: "transfer", input: { queueId: 3, connectionId: 2 } },
  { intent: "transfer", input: { queueId: 3, connectionId: 2, userId: 9 } },
];

const ticketIn = (status: TicketState["status"]): TicketState =>
  aTicketState({ status, isGroup: status === "group", queueId: 1, connectionId: 2 });

describe("the wire's patch of a ticket", () => {
  for (const status of TICKET_STATUSES) {
    for (const wire of INTENTS.filter(({ intent }) => TRANSITIONS[intent].from.includes(status))) {
      it(`encodes ${wire.intent} ${JSON.stringify(wire.input)} from ${status} and decodes it again [API-014]`, () => {
        const patch = JSON.parse(JSON.stringify(encodeIntent(wire))) as ReturnType<typeof encodeIntent>;
        const askRating = wire.intent === "resolve" && wire.input.askRating;
        expect(decodeIntent(patch, ticketIn(status), 7, { askRating })).toEqual(wire);
      });
    }
  }

  it("accepts for the caller when no user is named", () => {
    expect(decodeIntent({ status: "open" }, ticketIn("pending"), 7, { askRating: false })).toEqual({
      intent: "accept",
      input: { userId: 7 },
    });
  });

  it("finds no intent in a queue without a connection", () => {
    expect(decodeIntent({ queueId: 3 }, ticketIn("open"), 7, { askRating: false })).toBeNull();
  });

  it("leaves it to the ticket machine to refuse a transition", () => {
    const wire = decodeIntent({ status: "paused", pauseTag: "x" }, ticketIn("closed"), 7, { askRating: false });
    expect(wire).toEqual({ intent: "pause", input: { pauseTag: "x" } });
    expect(applyIntent(ticketIn("closed"), "pause", { pauseTag: "x" }, new Date(0))).toMatchObject({
      ok: false,
      code: "ERR_TICKET_TRANSITION",
    });
  });
});
