import type { InboundEvent } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import { watchStatements } from "../../statements.fixture.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

const SAID = Date.UTC(2026, 10, 20, 12);
/** A look for further lanes that finds none. */
const NO_MORE = [["begin", "take_lanes"], ["commit"]];
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
  const journal = (...messages: readonly InboundEvent[]): Promise<void> => journalIn("c", ...messages);
  const journalIn = async (chat: string, ...messages: readonly InboundEvent[]): Promise<void> => {
    const delivered = messages.map((event) => {
      const n = events.push(event) - 1;
      return { kind: event.kind, chat, dedupeKey: `k${n}`, sentAt: new Date(SAID + n), payload: { n }, fileIds: [] };
    });
    await acceptDelivery(test.services, { id: connectionId }, { events: delivered, files: [] });
  };

  const versions = async () =>
    (await test.rows<{ version: number }>("SELECT version FROM ticket ORDER BY id")).map(({ version }) => version);
  const ackOf = async (externalId: string) =>
    (
      await test.rows("SELECT ack, ARRAY(SELECT jsonb_object_keys(ack_times) ORDER BY 1) AS times FROM message WHERE external_id = $1", [
        externalId,
      ])
    )[0];

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
      ["begin", "take_lanes"],
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

  const send = async (ticketId: number, externalId: string): Promise<void> => {
    await test.rows(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at, external_id, ack)
       VALUES ($1, $2, 'phone:5511986129801', 'me', true, 'conversation', 'olá', now(), $3, 1)`,
      [ticketId, connectionId, externalId],
    );
  };
  const acked = (externalId: string, ack: 2 | 3): InboundEvent => {
    const at = new Date(SAID + ack);
    return { kind: "ack", chat: CUSTOMER, externalIds: [externalId], ack, error: null, outboxId: null, by: null, at };
  };
  const ACKS = [
    ["begin", "take_lanes"],
    ["acks_known", "acks_lock_tickets", "acks_confirm", "acks_raise"],
    ["ticket_bump"],
    ["lanes_release_all", "live_insert", "commit"],
  ];

  it("is four round trips for an ack of a text of ours, and for those of several conversations together", async () => {
    const [row] = await test.rows<{ id: number }>("SELECT id FROM ticket");
    await send(row?.id ?? 0, "OURS");
    await journal(acked("OURS", 2));
    expect(await drain()).toEqual([...ACKS, ...NO_MORE]);
    expect(await ackOf("OURS")).toEqual({ ack: 2, times: ["2"] });

    const others = await test.rows<{ id: number }>(
      `WITH c AS (INSERT INTO contact (name) SELECT 'Cliente ' || n FROM generate_series(1, 3) n RETURNING id)
       INSERT INTO ticket (status, contact_id, connection_id) SELECT 'open', id, $1 FROM c RETURNING id`,
      [connectionId],
    );
    for (const { id } of others) await send(id, `T${id}`);
    const before = await versions();
    for (const { id } of others) await journalIn(`c${id}`, acked(`T${id}`, 2), acked(`T${id}`, 3));
    await test.rows("DELETE FROM live_event");
    expect(await drain()).toEqual([...ACKS, ...NO_MORE]);
    for (const { id } of others) expect(await ackOf(`T${id}`)).toEqual({ ack: 3, times: ["2", "3"] });
    // Delivered and read are one change of a ticket.
    expect((await versions()).map((version, index) => version - (before[index] ?? 0))).toEqual([0, 1, 1, 1]);
    expect(await test.rows("SELECT ticket_id AS id FROM live_event ORDER BY 1")).toEqual(others.map(({ id }) => ({ id })));
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
