import { seeded } from "@balcao/testing/random";
import { dyingServices } from "../../dyingServices.fixture.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { sendDuePlanned, skipDuePlanned } from "./index.js";

describe("messages that are scheduled in conversations", () => {
  let test: TestServices;
  let connectionId: number;
  beforeEach(async () => {
    test = await openTestServices();
    await test.rows(
      "INSERT INTO user_account (id, name, email, password_hash, profile) VALUES (1, 'Davi', 'davi@balcao.test', 'x', 'admin')",
    );
    connectionId = await test.connection("cloud_api");
  });
  afterEach(() => test.close());

  const ticket = async (at: number, status = "open"): Promise<number> => {
    const [contact] = await test.rows<{ id: number }>("INSERT INTO contact (name, number) VALUES ($1, $2) RETURNING id", [
      `Cliente ${at}`,
      String(5511900000000 + at),
    ]);
    const [row] = await test.rows<{ id: number }>(
      "INSERT INTO ticket (status, contact_id, connection_id, user_id, accepted_at) VALUES ($1, $2, $3, 1, now()) RETURNING id",
      [status, contact?.id, connectionId],
    );
    await test.rows("INSERT INTO contact_address (contact_id, kind, value) VALUES ($1, 'phone', $2)", [
      contact?.id,
      String(5511900000000 + at),
    ]);
    return row?.id ?? 0;
  };
  // The column rounds to milliseconds, up as well.
  const plan = (ticketId: number, text: string, authorId: number | null = 1) =>
    test.rows(
      "INSERT INTO schedule (ticket_id, message, recurrence, send_at, planned_at, all_contacts, user_id) VALUES ($1, $2, 'once', now(), now() - interval '1 ms', false, $3)",
      [ticketId, text, authorId],
    );
  const customerWrites = (ticketId: number) =>
    test.rows(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, ack, sent_at)
       VALUES ($1, $2, 'phone:1', 'phone:1', false, $3, 'text', 'Oi', 0, now())`,
      [ticketId, connectionId, `in-${ticketId}`],
    );

  it("go out once each, with two workers that are killed at random [D-273, P-20]", async () => {
    const dying = dyingServices(test.services, seeded(273), { before: 0.3, after: 0.3 });
    for (let at = 1; at <= 12; at += 1) {
      const id = await ticket(at);
      await customerWrites(id);
      await plan(id, `Mensagem ${at}`);
    }
    for (let pass = 0; pass < 12; pass += 1) await Promise.allSettled([sendDuePlanned(dying), sendDuePlanned(dying)]);
    await sendDuePlanned(test.services);
    const sent = await test.rows<{ body: string; n: number }>(
      "SELECT m.body, count(*)::int AS n FROM message m JOIN outbox o ON o.message_id = m.id GROUP BY m.body",
    );
    expect(sent.map(({ n }) => n)).toEqual(Array.from({ length: 12 }, () => 1));
    expect(await test.rows("SELECT 1 FROM schedule WHERE planned_at IS NOT NULL OR failure IS NOT NULL OR rule_value <> '1'")).toEqual([]);
  }, 60_000);

  it("do not go out while Meta takes no free text, and say so [D-273, W-16]", async () => {
    await plan(await ticket(1), "Tarde demais");
    await sendDuePlanned(test.services);
    expect(await test.rows("SELECT failure, planned_at, rule_value FROM schedule")).toEqual([
      { failure: "windowClosed", planned_at: null, rule_value: "0" },
    ]);
    expect(await test.rows("SELECT 1 FROM outbox")).toEqual([]);
  });

  it("do not go out for any other reason either, and stop none that may [D-273, W-16]", async () => {
    await test.rows(
      `INSERT INTO user_account (id, name, email, password_hash, active)
       VALUES (2, 'Téo', 'teo@balcao.test', 'x', false), (3, 'Bia', 'bia@balcao.test', 'x', true)`,
    );
    await test.services.directory.refresh();
    const rows = [
      { author: 2, text: "Conta inativa", failure: "author" },
      { author: null, text: "Sem autor", failure: "author" },
      { author: 3, text: "Sem direito", failure: "right" },
      { author: 1, text: "Sem endereço", failure: "unreachable" },
      { author: 1, text: "Vai", failure: null },
    ];
    for (const [at, { author, text, failure }] of rows.entries()) {
      const id = await ticket(at);
      await customerWrites(id);
      await plan(id, text, author);
      if (failure === "unreachable") await test.rows("DELETE FROM contact_address WHERE value = $1", [String(5511900000000 + at)]);
    }
    await sendDuePlanned(test.services);
    const settled = await test.rows<{ failure: string | null }>("SELECT failure FROM schedule WHERE planned_at IS NULL ORDER BY id");
    expect(settled.map(({ failure }) => failure)).toEqual(rows.map(({ failure }) => failure));
    expect(await test.rows("SELECT m.body FROM message m JOIN outbox o ON o.message_id = m.id")).toEqual([{ body: "Vai" }]);
    // Whoever has an author is told in the conversation.
    expect(await test.rows("SELECT 1 FROM message WHERE from_me AND body <> 'Vai'")).toHaveLength(3);
  });

  it("are passed over after a restored backup, because they may have gone out since, and say so [D-273]", async () => {
    await plan(await ticket(1), "De antes");
    expect(await skipDuePlanned(test.services.database, new Date())).toBe(1);
    await sendDuePlanned(test.services);
    expect(await test.rows("SELECT failure FROM schedule")).toEqual([{ failure: "restored" }]);
    expect(await test.rows("SELECT 1 FROM outbox")).toEqual([]);
  });
});
