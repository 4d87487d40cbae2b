import { dayBounds, localDay } from "@balcao/domain/calendar";
import type { Services } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { readFigures, sumCells } from "./readFigures.js";

const ZONE = "America/Sao_Paulo";
const MINUTE_MS = 60_000;

describe("the messages of today", () => {
  let test: TestServices;
  let services: Services;
  let passed = 0;
  let today: string;

  beforeAll(async () => {
    test = await openTestServices();
    const clock = { now: () => test.services.clock.now(), monotonic: () => passed };
    services = { ...test.services, clock };
    today = localDay(clock.now(), ZONE);
    await test.rows("INSERT INTO queue (name, color) VALUES ('Vendas', '#000001')");
    await test.connection("meow");
    await test.rows("INSERT INTO contact (name) SELECT 'Cliente ' || g FROM generate_series(1, 3) g");
    await test.rows("INSERT INTO ticket (status, contact_id, connection_id, queue_id) SELECT 'open', g, 1, 1 FROM generate_series(1, 3) g");
    await say(1, 900);
    await say(2, 700);
  }, 60_000);
  afterAll(() => test.close());

  /** The ids are those of the sequence unless the first is given. */
  async function say(ticketId: number, n: number, firstId: number | null = null): Promise<void> {
    await test.rows(
      `INSERT INTO message (id, ticket_id, connection_id, chat, author, from_me, type, body, queue_id, sent_at)
       SELECT coalesce($3 - 1 + g, nextval('message_id_seq')), $1, 1, 'c', 'a', false, 'conversation', '', 1, $4 FROM generate_series(1, $2::int) g`,
      [ticketId, n, firstId, dayBounds(today, ZONE).from],
    );
  }
  const count = async (): Promise<number> => sumCells((await readFigures(services, { firstDate: today, lastDate: today })).cells).messages;

  it("count at once, while the whole is counted once a minute [DASH-010]", async () => {
    expect(await count()).toBe(1_600);
    await say(3, 1);
    expect(await count()).toBe(1_601);
    passed += MINUTE_MS - 1;
    await say(3, 20);
    expect(await count()).toBe(1_621);
  });

  it("that a transaction wrote with lower ids than what was counted before count, too", async () => {
    await test.rows("SELECT setval('message_id_seq', 10000)");
    await say(3, 1);
    expect(await count()).toBe(1_622);
    await say(3, 5, 9_900);
    expect(await count()).toBe(1_627);
  });

  it("of a conversation that was deleted count for a minute at most, and for no longer than the stored figures", async () => {
    passed += MINUTE_MS;
    expect(await count()).toBe(1_627);
    await test.rows("DELETE FROM ticket WHERE id = 1");
    expect(await count()).toBe(1_627);
    passed += MINUTE_MS;
    expect(await count()).toBe(727);
    await test.rows("DELETE FROM ticket WHERE id = 2");
    expect(await count()).toBe(727);
    await test.rows("UPDATE figure_state SET version = version + 1");
    expect(await count()).toBe(27);
  });

  it("are all counted again when very many have come", async () => {
    await say(3, 800);
    expect(await count()).toBe(827);
    await test.rows("DELETE FROM message WHERE id <= 10001");
    expect(await count()).toBe(821);
    await test.rows("SELECT setval('message_id_seq', 40000)");
    await say(3, 1);
    expect(await count()).toBe(801);
  });

  it("are counted anew for another day", async () => {
    passed += MINUTE_MS;
    await count();
    const other = sumCells((await readFigures(services, { firstDate: "2020-01-01", lastDate: "2020-01-01" })).cells);
    expect(other.messages).toBe(0);
    expect(await count()).toBe(801);
  });
});
