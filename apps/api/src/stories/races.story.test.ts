import type { MessagePageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketView } from "@balcao/contracts/tickets";
import { API_POOLS } from "../poolSizes.js";
import { PASSWORD, createPerson } from "../apiStage.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const ROUNDS = 25;
const AT_ONCE = 8;
const TAKEN = "Este ticket já foi aceito por outro atendente.";

describe("races", () => {
  let world: World;
  let queue: QueueView;
  let shop: LinkedNumber;
  let ana: Agent;
  const tokens: { readonly id: number; readonly token: string }[] = [];
  let phones = 5511900200000;

  beforeAll(async () => {
    world = await openWorld({ pools: API_POOLS });
    queue = await world.queue("Vendas", "#236681");
    shop = await world.number("Loja", [queue]);
    ana = await world.person("Ana", { queueIds: [queue.id] });
    for (let place = 1; place <= AT_ONCE; place += 1) {
      // Half of them still see the ticket after another accepted it, half do not: all that were under way get the same answer.
      const { id, email } = await createPerson(world.stage, world.davi.token, `Atendente${place}`, {
        queueIds: [queue.id],
        profile: place % 2 === 0 ? "user" : "gerente",
      });
      tokens.push({ id, token: (await world.stage.signIn(email, PASSWORD)).token });
    }
  }, 90_000);
  afterAll(() => world.close());

  const openTickets = async (): Promise<number> => (await world.rows<{ n: number }>("SELECT count(*)::int AS n FROM ticket"))[0]?.n ?? 0;
  const fresh = async (): Promise<number> => {
    const phone = String((phones += 1));
    await world.customer(phone, shop).writes("Oi");
    return world.ticketOf(ana, phone);
  };

  /** Has everybody call while the ticket is locked, and lets them go on when all of them wait for it. */
  const atOnce = async <T>(id: number, call: (agent: (typeof tokens)[number]) => Promise<T>): Promise<T[]> => {
    const calls = await world.stage.test.database.transaction(async (tx) => {
      await tx.ask("SELECT FROM ticket WHERE id = $1 FOR UPDATE", [id]);
      const begun = tokens.map(call);
      await eventually(async () => {
        const waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        expect(await world.rows(`SELECT 1 ${waiting}`)).toHaveLength(AT_ONCE);
      });
      return { begun };
    });
    return Promise.all(calls.begun);
  };

  it("makes one ticket of eight simultaneous first messages, with all eight in it, each once [TICKET-006, INBOX-029, F-14]", async () => {
    for (let round = 0; round < 5; round += 1) {
      const phone = String((phones += 1));
      const before = await openTickets();
      const said = Array.from({ length: AT_ONCE }, (_, place) => `primeira ${round}.${place}`);
      const at = Date.now() - 200;
      const customer = world.customer(phone, shop);
      await Promise.all(said.map((text, place) => customer.writes(text, { at: at + place })));
      const id = await world.ticketOf(ana, phone);
      await eventually(async () => {
        const { messages } = await world.davi.ask<MessagePageView>("GET", `/messages/${id}`);
        expect(messages.map(({ body }) => body)).toEqual(said);
      });
      expect(await openTickets()).toBe(before + 1);
      expect(await world.davi.ask<TicketView>("GET", `/tickets/${id}`)).toMatchObject({
        unreadMessages: AT_ONCE,
        lastMessage: said.at(-1),
      });
    }
    await world.allInStep();
  }, 60_000);

  it(`gives a ticket that eight accept at once to exactly one and refuses the seven others, ${ROUNDS} times [TICKET-006, F-14, P-23, D-279]`, async () => {
    const made = await Promise.all(Array.from({ length: ROUNDS }, fresh));
    for (const id of made) {
      const answers = await atOnce(id, async (agent) => {
        const body = { status: "open", userId: agent.id };
        const answer = await world.stage.call("PUT", `/api/tickets/${id}`, { token: agent.token, body });
        return { agent: agent.id, status: answer.status, body: (await answer.json()) as Record<string, unknown> };
      });
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const loser of answers.filter(({ status }) => status !== 200)) {
        expect(loser).toMatchObject({ status: 409, body: { error: TAKEN, message: TAKEN, code: "ERR_TICKET_TAKEN" } });
      }
      expect(await world.davi.ask<TicketView>("GET", `/tickets/${id}`)).toMatchObject({
        status: "open",
        userId: winners[0]?.agent,
      });
      expect(await world.rows("SELECT 1 FROM audit_entry WHERE ticket_id = $1 AND action = 'ticket.accept'", [id])).toHaveLength(1);
    }
    await world.allInStep();
  }, 60_000);

  it("opens one ticket when eight open one for the same contact at once [ERR-017, API-013]", async () => {
    const id = await fresh();
    const { contactId } = await world.davi.ask<TicketView>("GET", `/tickets/${id}`);
    await world.davi.ask("PUT", `/tickets/${id}`, { status: "closed", onlyClose: true });
    const answers = await Promise.all(
      tokens.map(
        async (agent) =>
          (
            await world.stage.call("POST", "/api/tickets", {
              token: agent.token,
              body: { contactId, queueId: queue.id, whatsappId: shop.id, userId: agent.id, status: "open" },
            })
          ).status,
      ),
    );
    expect(answers.sort()).toEqual([200, ...Array.from({ length: AT_ONCE - 1 }, () => 409)]);
    expect(await world.rows("SELECT 1 FROM ticket WHERE contact_id = $1 AND status <> 'closed'", [contactId])).toHaveLength(1);
    await world.allInStep();
  });
});
