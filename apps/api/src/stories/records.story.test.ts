import type { ContactView } from "@balcao/contracts/contacts";
import type {
  ContactTotalView,
  DashboardCountersView,
  DashboardStatsView,
  FigureTicketsView,
  QueueTotalView,
} from "@balcao/contracts/dashboard";
import type { MassSendView } from "@balcao/contracts/massSends";
import type { ReportView } from "@balcao/contracts/reports";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TicketListView, TicketSearchView, TicketView } from "@balcao/contracts/tickets";
import { localDay } from "@balcao/domain/calendar";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PATIENCE_MS = 30_000;
const ZONE = "America/Sao_Paulo";

describe("tickets that only hold a sent message", () => {
  let world: World;
  let ana: Agent;
  let davi: Agent;
  let shop: LinkedNumber;
  let phones = 5511900300000;
  const contacts: ContactView[] = [];
  const records: TicketView[] = [];
  let sales: number;
  let talk: number;

  beforeAll(async () => {
    world = await openWorld();
    const queue = await world.queue("Vendas", "#236681");
    sales = queue.id;
    davi = world.davi;
    ana = await world.person("Ana", { queueIds: [sales] });
    shop = await world.number("Loja", [queue]);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await world.rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, 50)", [shop.id]);
    await world.settings({});
    for (const name of ["Um", "Dois", "Três", "Quatro"])
      contacts.push(await davi.ask<ContactView>("POST", "/contacts", { name, number: String((phones += 1)), respostaAutomatica: true }));
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá");
    talk = await world.ticketOf(ana, customer.phone);
    await ana.accepts(talk);
    await ana.ask("PUT", `/tickets/${talk}`, { status: "closed", onlyClose: true });
  }, 120_000);
  afterAll(() => world.close());

  const historyOf = (contact: ContactView | undefined) =>
    davi.ask<TicketListView>("GET", `/tickets/history/${String(contact?.id)}`).then(({ tickets }) => tickets);
  /** How many tickets each place counts; one sum everywhere. */
  const closedSums = async () => {
    const [list, byDate, counters, stats, byContact, byQueue, behind] = await Promise.all([
      davi.ask<TicketListView>("GET", "/tickets?status=closed&showAll=true"),
      davi.ask<TicketListView>("GET", `/tickets?showAll=true&date=${localDay(new Date(), ZONE)}`),
      davi.ask<DashboardCountersView>("GET", "/dashboard/counters"),
      davi.ask<DashboardStatsView>("GET", "/dashboard/stats"),
      davi.ask<ContactTotalView[]>("GET", "/ticketCliente"),
      davi.ask<QueueTotalView[]>("GET", "/ticketQueue"),
      davi.ask<FigureTicketsView>("GET", "/dashboard/tickets?figure=created"),
    ]);
    const sum = (totals: readonly { readonly Total: number }[]): number => totals.reduce((all, { Total }) => all + Total, 0);
    return {
      closed: [list.count, list.tickets.length, counters.closed],
      created: [byDate.count, stats.tickets, sum(byContact), sum(byQueue), behind.tickets.length],
      messages: stats.messages,
    };
  };
  const linesOf = async (kind: string, more: object = {}): Promise<{ lines: string[]; leftOut: number }> => {
    const today = localDay(new Date(), ZONE);
    const made = await davi.ask<ReportView>("POST", `/report/${kind}`, { startDate: today, endDate: today, format: "csv", ...more });
    const { cookieHeader } = await world.stage.signIn("davi@balcao.test", "Primeira-Senha-1");
    const text = await (await world.stage.call("GET", made.url, { headers: { Cookie: cookieHeader } })).text();
    return { lines: text.split("\r\n").slice(1, -1), leftOut: made.leftOut };
  };

  it("say what sent it, and are in no list, count or figure [D-185, D-268]", async () => {
    const [um, dois, tres, quatro] = contacts;
    expect(await closedSums()).toEqual({ closed: [1, 1, 1], created: [1, 1, 1, 1, 1], messages: 1 });
    const sent = await ana.ask<MassSendView>("POST", "/envioMassa", {
      mensagem: "Promoção de parafusos",
      contactsIds: [um, dois, tres].map((each) => each?.id).join(),
    });
    const planned = await ana.ask<ScheduleView>("POST", "/agendamento", {
      ...{ title: "", message: "Lembrete", recurrence: "once", RValue: "0", sendAt: new Date(Date.now() + 3_600_000).toISOString() },
      ...{ allContacts: false, contactsIds: quatro?.id, tagsIds: "" },
    });
    await world.rows("UPDATE schedule SET send_at = now(), next_due = now() WHERE id = $1", [planned.id]);
    await eventually(async () => {
      expect(await ana.ask<MassSendView>("GET", `/envioMassa/${sent.id}`)).toMatchObject({ status: "done" });
      for (const each of contacts) expect(await historyOf(each)).toHaveLength(1);
    }, PATIENCE_MS);
    for (const each of contacts) records.push(...(await historyOf(each)));
    expect(records.map(({ status, origin }) => [status, origin])).toEqual([
      ["closed", "campaign"],
      ["closed", "campaign"],
      ["closed", "campaign"],
      ["closed", "schedule"],
    ]);
    expect(await closedSums()).toEqual({ closed: [1, 1, 1], created: [1, 1, 1, 1, 1], messages: 1 });
    await davi.sees("closed", [talk]);
    await world.allInStep();
  }, 120_000);

  it("are found by searches, and open with their message [D-268]", async () => {
    for (const status of ["", "&status=closed"]) {
      const found = await davi.ask<TicketSearchView>("GET", `/tickets/filter?searchParam=parafusos${status}`);
      expect(found.tickets.map(({ id }) => id).sort()).toEqual(
        records
          .slice(0, 3)
          .map(({ id }) => id)
          .sort(),
      );
    }
    const [first] = records;
    expect(await davi.ask<TicketView>("GET", `/tickets/${String(first?.id)}`)).toMatchObject({ origin: "campaign", status: "closed" });
    expect(await davi.opens(first?.id ?? 0)).toMatchObject({ messages: [{ body: "Promoção de parafusos" }] });
  });

  it("are left out of reports, which say so, and in them by a choice [D-268]", async () => {
    for (const kind of ["ticket", "contact"]) {
      const without = await linesOf(kind);
      expect(without).toMatchObject({
        leftOut: 4,
        lines: [expect.anything(), "Campanhas, agendamentos e mensagens de programas não contam até o cliente responder (4 de fora)."],
      });
      const all = await linesOf(kind, { withCampaigns: true });
      expect(all).toMatchObject({
        leftOut: 0,
        lines: { length: 6, 5: "Com campanhas, agendamentos e mensagens de programas sem resposta." },
      });
    }
    for (const [kind, none] of [
      ["queue", "Sem fila"],
      ["user", "Sem usuário"],
    ] as const) {
      const without = await linesOf(kind);
      expect(without.lines.some((line) => line.startsWith(none))).toBe(false);
      expect(without.leftOut).toBe(4);
      const all = await linesOf(kind, { withCampaigns: true });
      expect(
        all.lines
          .find((line) => line.startsWith(none))
          ?.split(";")
          .slice(0, 7),
      ).toEqual([none, "0", "0", "0", "4", "0", "4"]);
    }
    expect((await linesOf("ticket", { language: "en" })).lines.at(-1)).toBe(
      "Campaigns, schedules and programs' messages are not counted until the customer answers (4 left out).",
    );
    // The conversation of a contact has all that was said in it, so that nothing is left out.
    const said = await linesOf("message", { contactId: contacts[0]?.id });
    expect([said.leftOut, said.lines.length]).toEqual([0, 1]);
    const { reports } = await davi.ask<{ reports: readonly ReportView[] }>("GET", "/report");
    expect(reports.slice(0, 2).map(({ leftOut }) => leftOut)).toEqual([0, 4]);
  }, 60_000);

  it("count from the customer's answer on, and come into the lists by its event [D-185, D-268]", async () => {
    const [first] = records;
    await world.customer(contacts[0]?.number ?? "", shop).writes("Quero dois");
    await ana.holds("pending", first?.id ?? 0);
    expect(await davi.ask<TicketView>("GET", `/tickets/${String(first?.id)}`)).toMatchObject({ origin: null, status: "pending" });
    await eventually(async () => expect(await closedSums()).toMatchObject({ closed: [1, 1, 1], created: [2, 2, 2, 1, 2], messages: 3 }));
    await ana.accepts(first?.id ?? 0, { queueId: sales });
    await ana.ask("PUT", `/tickets/${String(first?.id)}`, { status: "closed", onlyClose: true });
    await ana.holds("closed", first?.id ?? 0);
    expect(await closedSums()).toMatchObject({ closed: [2, 2, 2], created: [2, 2, 2, 2, 2] });
    expect((await linesOf("ticket")).leftOut).toBe(3);
    await world.allInStep();
  }, 60_000);

  it("are conversations once somebody works in them, answered or not [D-268]", async () => {
    const second = records[1]?.id ?? 0;
    await davi.ask("PUT", `/tickets/${String(second)}`, { status: "open", userId: davi.id });
    await davi.holds("open", second);
    await davi.ask("PUT", `/tickets/${String(second)}`, { status: "closed", onlyClose: true });
    await davi.holds("closed", second);
    expect(await closedSums()).toMatchObject({ closed: [3, 3, 3] });
    await world.allInStep();
  }, 60_000);
});
