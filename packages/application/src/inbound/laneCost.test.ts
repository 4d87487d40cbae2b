import type { InboundEvent } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import { watchStatements } from "../statements.fixture.js";
import { drainLane, type Interpreter } from "./drainLane.js";

const SAID = Date.UTC(2026, 10, 20, 12);
/** A look for further lanes that finds none. */
const NO_MORE = [["begin", "take_lane"], ["commit"]];
const CUSTOMER = { phone: "5511986129801" };

describe("the cost of a received message", () => {
  let test: TestServices;
  let connectionId: number;
  const events: InboundEvent[] = [];
  const interpreter: Interpreter = {
    toInbound: (_api, _kind, payload) => events[(payload as { n: number }).n] ?? { kind: "ignored", reason: "" },
    openEdit: () => null,
  };
  beforeAll(async () => {
    test = await openTestServices();
    connectionId = await test.connection("baileys");
  });
  afterAll(() => test.close());

  const said = (body: string): InboundEvent => ({
    kind: "message",
    ref: { chat: CUSTOMER, author: CUSTOMER, fromMe: false, externalId: `E-${encodeURIComponent(body)}` },
    authorName: "Cliente",
    sentAt: new Date(SAID + events.length),
    content: { kind: "text", type: "conversation", body },
    quotedExternalId: null,
    mentions: [],
    forwarded: false,
    live: true,
  });
  const journal = async (...messages: readonly InboundEvent[]): Promise<void> => {
    const delivered = messages.map((event) => {
      const n = events.push(event) - 1;
      return { kind: event.kind, chat: "c", dedupeKey: `k${n}`, sentAt: new Date(SAID + n), payload: { n }, fileIds: [] };
    });
    await acceptDelivery(test.services, { id: connectionId }, { events: delivered, files: [] });
  };

  /** Applies what is due and returns the statements of each round trip, its commit included. */
  const drain = async (): Promise<string[][]> => {
    const { services, trips } = watchStatements(test.services);
    while (await drainLane(services, interpreter));
    return trips;
  };

  it("is five round trips for a text of an attended customer, and three more for each further one of its batch", async () => {
    await journal(said("oi"));
    await drain();
    await test.rows("UPDATE ticket SET status = 'open', flow_step = 'done'");
    await test.rows("UPDATE contact SET picture_checked_at = now()");

    await journal(said("tudo bem?"));
    expect(await drain()).toEqual([
      ["begin", "take_lane"],
      ["lanes_place"],
      ["message_insert_answer"],
      ["ticket_add_received"],
      ["lanes_release", "live_insert", "commit"],
      ...NO_MORE,
    ]);

    await journal(said("mais"), said("outra"));
    expect(await drain()).toHaveLength(8 + NO_MORE.length);
    expect(await test.rows("SELECT body FROM message ORDER BY id")).toEqual(["oi", "tudo bem?", "mais", "outra"].map((body) => ({ body })));
  });

  it("is four round trips for a receipt of a text of ours", async () => {
    const [row] = await test.rows<{ id: number }>("SELECT id FROM ticket");
    await test.rows(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at, external_id, ack)
       VALUES ($1, $2, 'phone:5511986129801', 'me', true, 'conversation', 'olá', now(), 'OURS', 1)`,
      [row?.id, connectionId],
    );
    const receipt = { kind: "ack", chat: CUSTOMER, externalIds: ["OURS"], ack: 2, error: null, outboxId: null, by: null } as const;
    await journal({ ...receipt, at: new Date(SAID) });
    expect(await drain()).toEqual([
      ["begin", "take_lane"],
      ["ticket_lock_of_ack", "outbox_confirm", "message_raise_acks"],
      ["ticket_bump"],
      ["lanes_release", "live_insert", "commit"],
      ...NO_MORE,
    ]);
  });

  it("undoes a failed event alone, and applies those before and after it [P-7]", async () => {
    await journal(said("antes"), said("\0"));
    await drain();
    expect(await test.rows("SELECT body FROM message ORDER BY id DESC LIMIT 1")).toEqual([{ body: "antes" }]);
    expect(await test.rows("SELECT attempts FROM inbound_event WHERE state = 0")).toEqual([{ attempts: 1 }]);
    await test.rows("UPDATE inbound_event SET attempts = 4 WHERE state = 0");
    await journal(said("depois"));
    await test.rows("UPDATE inbound_lane SET ready_at = now()");
    await drain();
    expect(await test.rows("SELECT body FROM message ORDER BY id DESC LIMIT 2")).toEqual([{ body: "depois" }, { body: "antes" }]);
    expect(await test.rows("SELECT state FROM inbound_event WHERE state <> 1")).toEqual([{ state: 2 }]);
  });
});
