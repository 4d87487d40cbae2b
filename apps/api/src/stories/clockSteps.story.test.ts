import type { ContactView } from "@balcao/contracts/contacts";
import type { MassSendView } from "@balcao/contracts/massSends";
import type { ScheduleView } from "@balcao/contracts/schedules";
import { systemClock, type Clock } from "@balcao/platform/clock";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const PATIENCE_MS = 30_000;
const HOUR_MS = 3_600_000;
const INTERVAL_MS = 300;
/** What the clock of the machine shows in comparison with the database's: an hour ahead, an hour behind, and right again. */
const STEPS = [HOUR_MS, -HOUR_MS, 0];

/** A wall clock that steps, as one that is set by hand or by NTP; its monotonic time goes on. */
function createSteppingClock(): Clock & { stepTo(offsetMs: number): void } {
  let offset = 0;
  return {
    now: () => new Date(systemClock.now().getTime() + offset),
    monotonic: systemClock.monotonic,
    stepTo: (offsetMs) => void (offset = offsetMs),
  };
}

describe("a machine whose clock steps by an hour, forwards and backwards [B-07]", () => {
  const clock = createSteppingClock();
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;
  let customer: Customer;
  let ticketId: number;
  let cookies = "";

  beforeAll(async () => {
    world = await openWorld({ clock, apiClock: clock });
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await world.rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, $2)", [shop.id, INTERVAL_MS]);
    await world.settings({});
    customer = world.customer("5511900880001", shop);
    await customer.writes("Bom dia, tudo certo?");
    ticketId = await world.ticketOf(ana, customer.phone);
    await ana.accepts(ticketId);
    await ana.opens(ticketId);
    ({ cookieHeader: cookies } = await world.stage.signIn("ana@balcao.test"));
  }, 120_000);
  afterEach(() => clock.stepTo(0));
  afterAll(() => world.close());

  const lease = () => world.rows("SELECT connection_id, owner, epoch FROM session_lease WHERE owner IS NOT NULL ORDER BY 1");
  const given = () => customer.chat().flatMap(({ author, text }) => (author === "owner" ? [text] : []));
  /** A fresh access token by the refresh cookie, as the browser asks for one. */
  const refresh = async () => {
    const answer = await world.stage.call("POST", "/api/auth/refresh_token", {
      headers: { Cookie: cookies, Origin: world.stage.origin },
    });
    const renewed = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    if (renewed.length > 0) cookies = renewed.join("; ");
    return { status: answer.status, token: ((await answer.json()) as { token?: string }).token ?? "" };
  };

  it("keeps its numbers, applies what customers write in order, and sends every answer once [P-3, P-12, P-27]", async () => {
    const held = await lease();
    expect(held).toHaveLength(1);
    for (const [index, step] of STEPS.entries()) {
      clock.stepTo(step);
      const [question, answer] = [`Pergunta número ${index}`, `Resposta número ${index}`];
      await customer.writes(question);
      await eventually(() => expect(ana.messages(ticketId).messages.map(({ body }) => body)).toContain(question), PATIENCE_MS);
      const { token } = await refresh();
      const sent = await world.stage.call("POST", `/api/messages/${ticketId}`, { token, body: { body: answer } });
      expect([step, sent.status]).toEqual([step, 200]);
      await eventually(() => expect(given()).toContain(answer), PATIENCE_MS);
    }
    clock.stepTo(0);
    expect(given()).toEqual(STEPS.map((_, index) => `Resposta número ${index}`));
    const stored = await world.rows<{ body: string }>(
      "SELECT body FROM message WHERE ticket_id = $1 AND NOT from_me ORDER BY sent_at, id",
      [ticketId],
    );
    expect(stored.map(({ body }) => body)).toEqual(["Bom dia, tudo certo?", ...STEPS.map((_, index) => `Pergunta número ${index}`)]);
    expect(await lease()).toEqual(held);
    await eventually(async () => expect(await world.rows("SELECT 1 FROM outbox WHERE state <> 'sent'")).toEqual([]));
  }, 120_000);

  it("signs nobody out: a token that has expired by the stepped clock is renewed, and one of the stepped hour is valid afterwards", async () => {
    clock.stepTo(HOUR_MS);
    const me = (token: string) => world.stage.call("GET", `/api/users/${ana.id}`, { token });
    expect((await me(ana.token)).status).toBe(403);
    const ahead = await refresh();
    expect([ahead.status, (await me(ahead.token)).status]).toEqual([200, 200]);
    clock.stepTo(-HOUR_MS);
    const behind = await refresh();
    expect([behind.status, (await me(behind.token)).status, (await me(ahead.token)).status]).toEqual([200, 200, 200]);
    clock.stepTo(0);
    // What was signed an hour behind has expired, as any token after 15 minutes; the session goes on.
    expect((await me(behind.token)).status).toBe(403);
    expect((await refresh()).status).toBe(200);
  }, 60_000);

  it("spaces mass sends by the database's clock, and runs a schedule once, early where its own clock is ahead [P-17, P-18, P-20]", async () => {
    const contacts: ContactView[] = [];
    for (let n = 0; n < 4; n += 1) {
      const number = String(5511900880100 + n);
      contacts.push(await world.davi.ask<ContactView>("POST", "/contacts", { name: `Cliente ${n}`, number, respostaAutomatica: true }));
    }
    const got = ({ number }: ContactView) =>
      world
        .customer(number ?? "", shop)
        .chat()
        .map(({ text }) => text);
    const { id } = await ana.ask<MassSendView>("POST", "/envioMassa", {
      mensagem: "Aviso a todos os clientes",
      contactsIds: contacts.map((each) => each.id),
    });
    const scheduled = await ana.ask<ScheduleView>("POST", "/agendamento", {
      title: "Aviso",
      message: "Lembrete do seu horário",
      recurrence: "once",
      RValue: "0",
      sendAt: new Date(Date.now() + HOUR_MS / 2).toISOString(),
      contactsIds: String(contacts[0]?.id),
    });
    for (const [index, step] of STEPS.entries()) {
      clock.stepTo(step);
      await eventually(async () => {
        const handed = await world.rows("SELECT 1 FROM send_recipient WHERE run_id = $1 AND state <> 'queued'", [id]);
        expect(handed.length).toBeGreaterThan(index);
        // Its moment comes while the clock is ahead, so that the clock must not step back before.
        expect(await world.rows("SELECT 1 FROM send_run WHERE schedule_id = $1", [scheduled.id])).toHaveLength(1);
      }, PATIENCE_MS);
    }
    await eventually(async () => {
      expect((await ana.ask<MassSendView>("GET", `/envioMassa/${id}`)).status).toBe("done");
      expect((await ana.ask<ScheduleView>("GET", `/agendamento/${scheduled.id}`)).status).toBe("done");
    }, PATIENCE_MS);
    expect(contacts.map((each) => got(each).filter((text) => text === "Aviso a todos os clientes").length)).toEqual([1, 1, 1, 1]);
    const [first] = contacts;
    expect(first && got(first).filter((text) => text === "Lembrete do seu horário")).toHaveLength(1);
    expect(await world.rows("SELECT 1 FROM send_run WHERE schedule_id = $1", [scheduled.id])).toHaveLength(1);
    const [gap] = await world.rows<{ ms: number }>(
      `SELECT min(ms)::float8 AS ms FROM (SELECT extract(epoch FROM handed_at - lag(handed_at) OVER (ORDER BY handed_at)) * 1000 AS ms
         FROM outbox WHERE send_run_id IS NOT NULL) each`,
    );
    expect(gap?.ms).toBeGreaterThanOrEqual(INTERVAL_MS - 1);
  }, 120_000);
});
