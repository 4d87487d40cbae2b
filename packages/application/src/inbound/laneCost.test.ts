import type { InboundEvent } from "@balcao/domain/messages";
import { takeLane } from "@balcao/database/lanes";
import type { Tx } from "@balcao/database/sql";
import { openTestServices, type TestServices } from "../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import type { Services } from "../kernel/index.js";
import { drainLane, type Interpreter } from "./drainLane.js";

const SAID = Date.UTC(2026, 10, 20, 12);
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

  /** Applies what is due and returns the statements that each transaction awaited, its commit included. */
  const drain = async (): Promise<string[][]> => {
    const transactions: string[][] = [];
    while (await drainLane(watched(test.services, transactions), interpreter));
    return transactions;
  };

  it("is seven round trips for a text of an attended customer, and two more for each further one of its batch", async () => {
    await journal(said("oi"));
    await drain();
    await test.rows("UPDATE ticket SET status = 'open', flow_step = 'done'");
    await test.rows("UPDATE contact SET picture_checked_at = now()");

    await journal(said("tudo bem?"));
    expect(await drain()).toEqual([
      ["begin lane", "lanes_place", "message_insert_answer", "ticket_add_received", "live_insert", "lanes_release", "commit"],
      ["begin lane", "commit"],
    ]);

    await journal(said("mais"), said("outra"));
    const [batch] = await drain();
    expect(batch).toHaveLength(10);
    expect(await test.rows("SELECT body FROM message ORDER BY id")).toEqual(["oi", "tudo bem?", "mais", "outra"].map((body) => ({ body })));
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

/** The same services, which record the statements of each transaction. */
function watched(services: Services, transactions: string[][]): Services {
  const { database } = services;
  const transaction: typeof database.transaction = async (work, opening) => {
    const asked = [opening === takeLane ? "begin lane" : "begin"];
    transactions.push(asked);
    const watch = (tx: Tx): Tx => ({
      ...tx,
      run: (statement, values) => {
        asked.push(statement.name);
        return tx.run(statement, values);
      },
      ask: (text, values) => {
        asked.push(text);
        return tx.ask(text, values);
      },
    });
    const result = await database.transaction((tx, opened: Parameters<typeof work>[1]) => work(watch(tx), opened), opening);
    asked.push("commit");
    return result;
  };
  return { ...services, database: { ...database, transaction } };
}
