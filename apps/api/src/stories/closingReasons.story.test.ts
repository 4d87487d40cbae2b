import type { FigureTicketsView, ReasonTotalView } from "@balcao/contracts/dashboard";
import type { QueueView } from "@balcao/contracts/queues";
import type { ReportView } from "@balcao/contracts/reports";
import type { SettingView } from "@balcao/contracts/settings";
import type { ContactTicketsView, TicketSearchView, TicketView } from "@balcao/contracts/tickets";
import { localDay } from "@balcao/domain/calendar";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const today = localDay(new Date(), "America/Sao_Paulo");
const DAY = { firstDate: today, lastDate: today };
const query = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();

describe("why a conversation was closed", () => {
  let world: World;
  let ana: Agent;
  let bia: Agent;
  let sales: QueueView;
  let shop: LinkedNumber;
  let phones = 5511900970000;
  const list = [
    { id: 1, name: "Vendido", color: "#1f7a4d" },
    { id: 2, name: "Sem interesse", color: "#8a5300" },
    { id: 3, name: "Encerrado antes", color: "#236681", active: false },
  ];

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    const repairs = await world.queue("Reparos", "#8a5300");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [repairs.id] });
    shop = await world.number("Loja", [sales]);
    await change([...list, { id: 4, name: "Consertado", color: "#236681", queueIds: [repairs.id] }]);
  }, 120_000);
  afterAll(() => world.close());

  const change = (reasons: readonly object[]) =>
    world.davi.ask<SettingView>("PUT", "/settings/closingReasons", { value: JSON.stringify(reasons) });
  const attended = async (number = shop): Promise<{ zoe: Customer; id: number }> => {
    const zoe = world.customer(String((phones += 1)), number);
    await zoe.writes("Oi");
    const id = await world.ticketOf(ana, zoe.phone);
    await ana.accepts(id);
    return { zoe, id };
  };
  const close = (id: number, more: object = {}) => ana.ask<TicketView>("PUT", `/tickets/${id}`, { status: "closed", ...more });
  const read = (id: number) => ana.ask<TicketView>("GET", `/tickets/${id}`);
  const found = async (searchReason: string, agent = ana) =>
    (await agent.ask<TicketSearchView>("GET", `/tickets/filter?${query({ searchReason })}`)).tickets.map(({ id }) => id);
  const named = (id: number, name: string, color: string) => ({ reason: { id, name, color }, automatic: null });

  it("keeps the reason and the note of a closing, and a reopening takes both away [D-501]", async () => {
    const { id } = await attended();
    expect(await read(id)).toMatchObject({ closing: null });
    expect(await close(id, { reasonId: 1, closingNote: " Dois pneus " })).toMatchObject({
      status: "closed",
      closing: { ...named(1, "Vendido", "#1f7a4d"), note: "Dois pneus" },
    });
    await ana.isInStep();
    // Closed once more, what was said stays.
    expect(await close(id, { reasonId: 2 })).toMatchObject({ closing: { reason: { id: 1 } } });
    expect(await ana.ask<TicketView>("PUT", `/tickets/${id}`, { status: "open" })).toMatchObject({ closing: null });
    expect(await close(id, { onlyClose: true, reasonId: 2 })).toMatchObject({ closing: { reason: { id: 2 }, note: null } });
  });

  it("takes the documented call without a reason, whatever our screens ask for [D-500]", async () => {
    await world.davi.ask("PUT", "/settings/closingReason", { value: "required" });
    const { id } = await attended();
    expect(await close(id)).toMatchObject({ status: "closed", closing: null });
    expect(await found("none")).toContain(id);
  });

  it("refuses a reason that is not offered there, and closes nothing [D-500]", async () => {
    const { id } = await attended();
    for (const reasonId of [3, 4, 99]) {
      const answer = await ana.call("PUT", `/tickets/${id}`, { status: "closed", reasonId });
      expect([reasonId, answer.status, answer.body]).toMatchObject([reasonId, 400, { details: [{ field: "reasonId" }] }]);
    }
    for (const more of [{ reasonId: "x" }, { closingNote: "x".repeat(501) }])
      expect((await ana.call("PUT", `/tickets/${id}`, { status: "closed", ...more })).status).toBe(400);
    expect(await read(id)).toMatchObject({ status: "open", closing: null });
  });

  it("names the reason of an old conversation when it is not offered any more, or gone from the list [D-500]", async () => {
    const { id } = await attended();
    await close(id, { reasonId: 2, closingNote: "Achou caro" });
    await change(list.filter((each) => each.id !== 2));
    const { contactId, ...view } = await read(id);
    expect(view).toMatchObject({ closing: { ...named(2, "Sem interesse", "#8a5300"), note: "Achou caro" } });
    const { tickets } = await ana.ask<ContactTicketsView>("GET", `/tickets/history/${contactId}`);
    expect(tickets[0]).toMatchObject({ id, closing: { reason: { name: "Sem interesse" }, note: "Achou caro" } });
    await change([...list, { id: 4, name: "Consertado", color: "#236681" }]);
    expect(await read(id)).toMatchObject({ closing: named(2, "Sem interesse", "#8a5300") });
  });

  it("refuses a list that is none, and one that somebody has changed meanwhile [D-500]", async () => {
    const set = (body: object) => world.davi.call("PUT", "/settings/closingReasons", body);
    for (const value of ["x", "{}", '[{"id":1}]', JSON.stringify([list[0], list[0]])])
      expect([value, (await set({ value })).status]).toEqual([value, 400]);
    expect((await set({ value: "[]", expected: "[]" })).status).toBe(409);
    expect((await ana.call("PUT", "/settings/closingReasons", { value: "[]" })).status).toBe(403);
  });

  it("says why Balcão closed a conversation by itself [D-501]", async () => {
    const branch = await world.number("Filial", [sales]);
    const { id } = await attended(branch);
    await world.davi.ask("DELETE", `/whatsapp/${branch.id}`);
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: "closed", closing: { reason: null, automatic: "connection", note: null } }),
    );
    expect(await found("connection")).toEqual([id]);
  });

  it("finds, counts and reports by the reason what the person may open [D-501]", async () => {
    const [{ id: sold }, { id: lost }] = [await attended(), await attended()];
    await close(sold, { reasonId: 1, closingNote: "À vista" });
    await close(lost, { reasonId: 2 });
    expect(await found("1")).toContain(sold);
    expect(await found("1")).not.toContain(lost);
    expect(await found("1", bia)).toEqual([]);
    expect((await ana.call("GET", "/tickets/filter?searchReason=x")).status).toBe(400);

    const totals = await world.davi.ask<ReasonTotalView[]>("GET", `/dashboard/reasons?${query(DAY)}`);
    for (const { Total, reason } of totals) {
      const behind = await world.davi.ask<FigureTicketsView>(
        "GET",
        `/dashboard/tickets?${query({ ...DAY, figure: "closed", reason: reason.key })}`,
      );
      expect([reason.key, behind.tickets.length]).toEqual([reason.key, Total]);
    }
    expect(totals.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        { key: "1", name: "Vendido", color: "#1f7a4d" },
        { key: "connection", name: null, color: null },
        { key: "none", name: null, color: null },
      ]),
    );

    const csv = async () => {
      const made = await world.davi.ask<ReportView>("POST", "/report/ticket", { startDate: today, endDate: today, format: "csv" });
      const { cookieHeader } = await world.stage.signIn("davi@balcao.test", "Primeira-Senha-1");
      return (await (await world.stage.call("GET", made.url, { headers: { Cookie: cookieHeader } })).text()).split("\r\n");
    };
    const lines = await csv();
    expect(lines[0]).toMatch(/Motivo.Nota$/);
    expect(lines.find((line) => line.startsWith(`${String(sold)};`) || line.startsWith(`${String(sold)},`))).toMatch(/Vendido.À vista$/);
    await world.davi.ask("PUT", "/settings/closingReason", { value: "off" });
    await eventually(async () => expect((await csv())[0]).not.toContain("Motivo"));
  });
});
