import type {
  ContactTotalView,
  DashboardCountersView,
  DashboardRatingView,
  DashboardStatsView,
  DashboardUserView,
  FigureTicketsView,
  QueueTotalView,
  RecountDaysView,
  UserTotalView,
} from "@balcao/contracts/dashboard";
import type { JobView } from "@balcao/contracts/jobs";
import type { TicketListView } from "@balcao/contracts/tickets";
import { keepFigures } from "@balcao/application/company/dashboard";
import { dayBounds, formatDuration, localDay, NO_OWN_HOURS, workingTimeCounter } from "@balcao/domain/calendar";
import { createPerson, openApiStage, type ApiStage, type SignedInClient } from "../apiStage.fixture.js";
import { eventually } from "./eventually.fixture.js";

/** Days of a month in the past; São Paulo is three hours behind UTC. */
const MARCH = "firstDate=2026-03-01&lastDate=2026-03-31";
const at = (day: number, clock: string): string => `2026-03-${String(day).padStart(2, "0")}T${clock}:00-03:00`;

interface Known {
  readonly contact: number;
  readonly status?: string;
  readonly queue?: number | null;
  readonly user?: number | null;
  readonly created: string;
  readonly accepted?: string;
  readonly closed?: string;
}

describe("the dashboard's calls", () => {
  let stage: ApiStage;
  let admin: SignedInClient;
  let ana: number;
  let rui: number;
  let sales: number;
  let support: number;
  let connection: number;
  const contacts: number[] = [];

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    admin = await stage.signIn("davi@balcao.test", "Primeira-Senha-1");
    const post = async (path: string, body: object): Promise<number> => {
      const answer = await stage.call("POST", path, { token: admin.token, body });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { id: number }).id;
    };
    for (const [key, value] of HOURS) await stage.call("PUT", `/api/settings/${key}`, { token: admin.token, body: { value } });
    sales = await post("/api/queue", { name: "Vendas", color: "#ff0000" });
    support = await post("/api/queue", { name: "Suporte", color: "#00ff00" });
    ana = (await createPerson(stage, admin.token, "Ana", { queueIds: [sales] })).id;
    rui = (await createPerson(stage, admin.token, "Rui", { queueIds: [sales, support] })).id;
    connection = await post("/api/whatsapp", { name: "Loja", api: "meow", queueIds: [sales, support], greetingMessage: "Olá" });
    for (let n = 1; n <= 5; n++)
      contacts.push(await post("/api/contacts", { name: `Cliente ${n}`, number: `551197777000${n}`, respostaAutomatica: true }));
    for (const known of knownTickets()) await store(known);
    await rate(ana, sales, 5, at(2, "15:00"));
    await rate(ana, sales, 4, at(3, "15:00"));
    await rate(rui, support, 1, "2026-04-01T12:00:00Z");
  }, 120_000);
  afterAll(() => stage.close());

  const sql = (text: string, values: readonly unknown[]) => stage.test.database.sql.ask<{ id: number }>(text, values);

  async function store({ contact, status = "closed", queue = sales, user = ana, created, accepted, closed }: Known): Promise<void> {
    const [row] = await sql(
      `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, created_at, accepted_at, closed_at, last_activity)
       VALUES ($1, $2, $8, $3, $4, $5, $6, $7, $5) RETURNING id`,
      [status, contacts[contact - 1], queue, user, created, accepted ?? null, closed ?? null, connection],
    );
    await sql(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, queue_id, owner_id, sent_at) VALUES ($1, $5, 'c', 'a', false, 'conversation', 'Oi', $2, $3, $4)`,
      [row?.id, queue, user, created, connection],
    );
  }
  const rate = (userId: number, queueId: number, score: number, when: string) =>
    sql(
      `INSERT INTO rating (ticket_id, user_id, queue_id, contact_name, asked_at, ended_at, rated_at, rate) VALUES (1, $1, $2, 'Cliente', $4, $4, $4, $3)`,
      [userId, queueId, score, when],
    );

  /** Five tickets of March, and one of the last evening of February in São Paulo. */
  const knownTickets = (): readonly Known[] => [
    // Waited 17:40 to 18:00 and 08:00 to 08:12 (32 min), handled 08:12 to 09:12 (1 h).
    { contact: 1, created: at(2, "17:40"), accepted: at(3, "08:12"), closed: at(3, "09:12") },
    // Over lunch: waited 11:50 to 12:00 and 13:00 to 13:10 (20 min), handled from Friday 17:00 to Monday 09:00 (2 h).
    { contact: 1, created: at(4, "11:50"), accepted: at(4, "13:10"), closed: at(4, "13:10") },
    { contact: 2, queue: support, user: rui, created: at(6, "16:52"), accepted: at(6, "17:00"), closed: at(9, "09:00") },
    { contact: 3, status: "open", created: at(10, "09:00"), accepted: at(10, "09:00") },
    { contact: 4, status: "pending", queue: null, user: null, created: at(10, "07:59") },
    { contact: 5, created: "2026-03-01T02:59:59Z", accepted: "2026-03-01T02:59:59Z", closed: "2026-03-01T03:00:00Z" },
  ];

  async function read<T>(path: string): Promise<T> {
    const answer = await stage.call("GET", `/api${path}`, { token: admin.token });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  it("count a small known set as a person does by hand [API-095, DASH-006, DASH-007, DASH-010, DASH-019, DASH-021, DASH-022, DASH-023, D-103, D-104, D-107, D-110]", async () => {
    const stats = await read<DashboardStatsView>(`/dashboard/stats?${MARCH}`);
    expect(stats).toMatchObject({ userTotal: 3, queue: 2, whatsapp: 0, whatsappTotal: 1, group: 0, agendamento: 0, tags: 0, contacts: 5 });
    expect(stats).toMatchObject({ tickets: 5, messages: 5, countedOtherwise: 0, complete: true });
    expect(stats.tme).toHaveLength(4);
    expect(stats.tma).toHaveLength(3);
    expect(stats.averages.tme).toEqual({ tickets: 4, millis: ((32 + 20 + 8 + 0) / 4) * 60_000 });
    expect(stats.averages.tma).toEqual({ tickets: 3, millis: ((60 + 0 + 120) / 3) * 60_000 });
    // The documented client computes the averages from the pairs.
    const { settings } = stage.auth.services.directory.current();
    const count = workingTimeCounter(settings);
    const waits = stats.tme.map(({ createdAt, acceptedAt }) => count({ from: new Date(createdAt), until: new Date(acceptedAt) }));
    expect(formatDuration(waits.reduce((sum, wait) => sum + wait, 0) / waits.length)).toBe("00:15:00");
    expect(formatDuration(stats.averages.tma.millis)).toBe("01:00:00");
    expect(await read<DashboardStatsView>(`/dashboard/stats?${MARCH}&pairs=false`)).toEqual({ ...stats, tme: [], tma: [] });
    expect(await read<DashboardCountersView>(`/dashboard/counters?${MARCH}`)).toEqual({
      open: 1,
      pending: 1,
      closed: 4,
      hours: [0, 1, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0],
    });
    expect(await read<DashboardCountersView>(`/dashboard/counters?firstDate=2026-05-01&lastDate=2026-05-31`)).toMatchObject({
      open: 1,
      pending: 1,
      closed: 0,
    });
    expect(await read<DashboardStatsView>(`/dashboard/stats?${MARCH}&queueId=${support}`)).toMatchObject({
      tickets: 1,
      messages: 1,
      contacts: 5,
    });
    expect(await read<DashboardStatsView>(`/dashboard/stats?${MARCH}&userId=${ana}&queueId=${support}`)).toMatchObject({
      tickets: 0,
      tme: [],
    });
  });

  it("give totals per person, customer and queue, the largest first [API-098, API-099, API-100, D-105]", async () => {
    expect(await read<UserTotalView[]>(`/ticketColaborador?${MARCH}`)).toEqual([
      { Total: 3, user: { id: ana, name: "Ana" } },
      { Total: 1, user: { id: rui, name: "Rui" } },
    ]);
    expect(await read<QueueTotalView[]>(`/ticketQueue?${MARCH}`)).toEqual([
      { Total: 3, queue: { id: sales, name: "Vendas", color: "#ff0000" } },
      { Total: 1, queue: { id: support, name: "Suporte", color: "#00ff00" } },
    ]);
    const customers = await read<ContactTotalView[]>(`/ticketCliente?${MARCH}`);
    expect(customers[0]).toEqual({ Total: 2, contact: { id: contacts[0], name: "Cliente 1" } });
    expect(customers.map(({ Total }) => Total)).toEqual([2, 1, 1, 1]);
    expect((await read<ContactTotalView[]>(`/ticketCliente?${MARCH}&limit=2`)).map(({ Total, contact }) => [Total, contact?.name])).toEqual(
      [
        [2, "Cliente 1"],
        [1, "Cliente 2"],
        [2, undefined],
      ],
    );
    expect(await read<UserTotalView[]>(`/ticketColaborador?${MARCH}&limit=1`)).toEqual([
      { Total: 3, user: { id: ana, name: "Ana" } },
      { Total: 1, user: null },
    ]);
  });

  it("list the agents with their ratings, and the tickets that one attends [API-096, API-097, DASH-024, D-105]", async () => {
    const rows = await read<DashboardUserView[]>(`/dashboard/users?${MARCH}`);
    expect(rows.filter(({ id }) => id === ana || id === rui)).toEqual([
      { id: ana, name: "Ana", status: "offline", profilePicUrl: null, open: 1, closed: 3, nps: 4.5, npsCount: 2 },
      { id: rui, name: "Rui", status: "offline", profilePicUrl: null, open: 0, closed: 1, nps: null, npsCount: 0 },
    ]);
    const filtered = async (query: string) =>
      (await read<DashboardUserView[]>(`/dashboard/users?${MARCH}&${query}`)).map(({ id, open, closed }) => [id, open, closed]);
    expect(await filtered(`userId=${rui}`)).toEqual([[rui, 0, 1]]);
    expect((await filtered(`queueId=${support}`)).filter(([id]) => id === ana || id === rui)).toEqual([
      [ana, 0, 0],
      [rui, 0, 1],
    ]);
    expect(await read<DashboardRatingView>(`/dashboard/rating?${MARCH}`)).toEqual({ average: 4.5, ratings: 2 });
    expect(await read<DashboardRatingView>(`/dashboard/rating?${MARCH}&userId=${rui}`)).toEqual({ average: null, ratings: 0 });
    const hers = await read<TicketListView>(`/dashboard/users/${ana}`);
    expect(hers.tickets.map(({ contact, status }) => [contact.name, status])).toEqual([["Cliente 3", "open"]]);
    expect((await read<TicketListView>(`/dashboard/users/${ana}?queueId=${support}`)).tickets).toEqual([]);
    expect((await stage.call("GET", "/api/dashboard/users/99999", { token: admin.token })).status).toBe(404);
  });

  it("name the tickets behind a figure, and the intervals that were counted and left out [DASH-022, DASH-023]", async () => {
    const names = async (query: string): Promise<string[]> =>
      (await read<FigureTicketsView>(`/dashboard/tickets?${MARCH}&${query}`)).tickets.map(({ contact }) => contact.name);
    expect(await names("figure=open")).toEqual(["Cliente 3"]);
    expect(await names("figure=pending")).toEqual(["Cliente 4"]);
    expect(await names("figure=closed")).toEqual(["Cliente 2", "Cliente 1", "Cliente 1", "Cliente 5"]);
    expect(await names("figure=created&hour=11")).toEqual(["Cliente 1"]);
    expect(await names(`figure=created&contactId=${contacts[0]}`)).toEqual(["Cliente 1", "Cliente 1"]);
    expect(await names(`figure=created&queueId=${support}`)).toEqual(["Cliente 2"]);
    const { tickets } = await read<FigureTicketsView>(`/dashboard/tickets?${MARCH}&figure=waited`);
    const first = tickets.at(-1)?.time;
    expect(first?.millis).toBe(32 * 60_000);
    expect(first?.parts.map(({ from, until, reason }) => [Date.parse(from), Date.parse(until), reason])).toEqual([
      [Date.parse(at(2, "17:40")), Date.parse(at(2, "18:00")), null],
      [Date.parse(at(2, "18:00")), Date.parse(at(3, "08:00")), "closed"],
      [Date.parse(at(3, "08:00")), Date.parse(at(3, "08:12")), null],
    ]);
    const handled = await read<FigureTicketsView>(`/dashboard/tickets?${MARCH}&figure=handled`);
    expect(handled.tickets[0]?.time?.parts.map(({ reason }) => reason)).toEqual([null, "closed", "weekend", "closed", null]);
  });

  it("page through the tickets behind a figure without missing one", async () => {
    await sql(
      `INSERT INTO ticket (status, contact_id, queue_id, created_at, closed_at)
       SELECT 'closed', $1, $2, timestamptz '2026-06-10 12:00Z' + (n / 7) * interval '1 minute', '2026-06-11' FROM generate_series(1, 45) n`,
      [contacts[0], sales],
    );
    const ids: number[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: FigureTicketsView = await read(
        `/dashboard/tickets?figure=created&firstDate=2026-06-01&lastDate=2026-06-30&cursor=${encodeURIComponent(cursor)}`,
      );
      ids.push(...page.tickets.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect([ids.length, new Set(ids).size]).toEqual([45, 45]);
  });

  it("are for administrators alone, and refuse days that are none or in the wrong order [DASH-001, DASH-004, D-102, D-241]", async () => {
    const marta = await createPerson(stage, admin.token, "Marta", { profile: "gerente", queueIds: [sales] });
    const { token } = await stage.signIn(marta.email);
    const calls = ["dashboard/stats", "dashboard/users", `dashboard/users/${ana}`, "ticketColaborador", "ticketCliente", "ticketQueue"];
    for (const call of [...calls, "dashboard/counters", "dashboard/rating", "dashboard/tickets?figure=open"])
      expect([call, (await stage.call("GET", `/api/${call}`, { token })).status]).toEqual([call, 403]);
    const wrong = ["firstDate=2026-13-01", "lastDate=x", "firstDate=2026-03", "firstDate=0000-01-01", "lastDate=9999-12-31", "queueId=x"];
    for (const call of ["dashboard/stats", "dashboard/counters", "dashboard/users", "ticketCliente"])
      for (const query of [...wrong, "firstDate=2026-03-02&lastDate=2026-03-01"])
        expect([call, query, (await stage.call("GET", `/api/${call}?${query}`, { token: admin.token })).status]).toEqual([
          call,
          query,
          400,
        ]);
    const inverted = await stage.call("GET", "/api/dashboard/stats?firstDate=2026-03-02&lastDate=2026-03-01", { token: admin.token });
    expect(await inverted.json()).toMatchObject({ details: [{ field: "lastDate", rule: "period" }] });
    expect(await read<DashboardStatsView>("/dashboard/stats?firstDate=1900-01-01&lastDate=2199-12-31&queueId=99999")).toMatchObject({
      tickets: 0,
    });
    expect(await read<DashboardStatsView>("/dashboard/stats?firstDate=&lastDate=")).toMatchObject({ complete: true });
  });

  it("count the days again that were stored under other opening hours, when an administrator asks for it [D-107]", async () => {
    const keep = async (): Promise<void> => {
      while (await keepFigures(stage.auth.services));
    };
    await keep();
    const before = await read<DashboardStatsView>(`/dashboard/stats?${MARCH}`);
    await stage.call("PUT", "/api/settings/horarioFechamento", { token: admin.token, body: { value: "17:50" } });
    const changed = await read<DashboardStatsView>(`/dashboard/stats?${MARCH}`);
    expect(changed.averages).toEqual(before.averages);
    expect(changed.countedOtherwise).toBe(31);
    expect(await read<RecountDaysView>("/dashboard/recount")).toEqual(await daysByRange());
    const recount = await stage.call("POST", "/api/dashboard/recount", { token: admin.token });
    expect([recount.status, await recount.json()]).toEqual([200, { days: (await daysByRange()).all }]);
    const after = await read<DashboardStatsView>(`/dashboard/stats?${MARCH}`);
    expect([after.countedOtherwise, after.averages.tme.millis]).toEqual([0, ((22 + 20 + 8 + 0) / 4) * 60_000]);
    expect(await read<RecountDaysView>("/dashboard/recount")).toEqual({ month: 0, year: 0, all: 0 });
  });

  it("ask for the days of tickets that waited over a changed date, and for none when the date lies ahead [D-253, D-380]", async () => {
    while (await keepFigures(stage.auth.services));
    const change = (...dates: readonly string[]) => {
      const value = JSON.stringify({ week: NO_OWN_HOURS.week, days: dates.map((day) => ({ day, name: "", open: [] })) });
      return stage.call("PUT", "/api/settings/openingHours", { token: admin.token, body: { value } });
    };
    const zone = "America/Sao_Paulo";
    const tickets = await stage.test.database.sql.ask<{ from: Date; until: Date }>(
      `SELECT created_at AS "from", coalesce(closed_at, accepted_at) AS until FROM ticket
       WHERE coalesce(closed_at, accepted_at) IS NOT NULL AND NOT is_group AND created_at < '2026-04-01' ORDER BY created_at`,
      [],
    );
    const date = localDay(tickets[0]?.from ?? new Date(), zone);
    const bounds = dayBounds(date, zone);
    const over = tickets.filter(({ from, until }) => from < bounds.until && until > bounds.from);
    await change("2199-12-24");
    const before = await read<RecountDaysView>("/dashboard/recount");
    await change("2199-12-24", date);
    const after = await read<RecountDaysView>("/dashboard/recount");
    expect(after.all - before.all).toBe(new Set(over.map(({ from }) => localDay(from, zone))).size);
    expect(after.all).toBeGreaterThan(before.all);
    await change();
    await stage.call("POST", "/api/dashboard/recount", { token: admin.token, body: { range: "all" } });
    expect((await read<RecountDaysView>("/dashboard/recount")).all).toBe(0);
  });

  it("are counted again for a range, as a job that one person at a time runs and may stop [D-253]", async () => {
    while (await keepFigures(stage.auth.services));
    const carla = await stage.signIn((await createPerson(stage, admin.token, "Carla", { profile: "admin" })).email);
    const recount = async (range: string, token = admin.token): Promise<unknown> => {
      const answer = await stage.call("POST", "/api/dashboard/recount", { token, body: { range } });
      return [answer.status, await answer.json()];
    };
    const job = async (): Promise<JobView | undefined> => (await read<JobView[]>("/jobs")).find(({ kind }) => kind === "figureRecount");
    await stage.call("PUT", "/api/settings/horarioFechamento", { token: admin.token, body: { value: "17:45" } });
    const days = await daysByRange();
    expect(await recount("week")).toMatchObject([400, { details: [{ field: "range" }] }]);
    expect(await recount("month")).toEqual([200, { days: days.month }]);
    expect(await read<RecountDaysView>("/dashboard/recount")).toEqual({
      month: 0,
      year: days.year - days.month,
      all: days.all - days.month,
    });

    const stopped = await stage.test.database.transaction(async (tx) => {
      // While the test holds the lock of the figures, the job waits at its first day.
      await tx.ask("SELECT pg_advisory_xact_lock(727037)", []);
      const answer = recount("all");
      await eventually(async () => expect(await job()).toMatchObject({ state: "running", done: 0, total: days.all - days.month }));
      expect(await recount("year", carla.token)).toMatchObject([409, { code: "ERR_RECOUNT_RUNNING" }]);
      expect(await recount("year")).toMatchObject([409, { code: "ERR_JOB_RUNNING" }]);
      await stage.call("POST", `/api/jobs/${String((await job())?.id)}/stop`, { token: admin.token });
      return { answer };
    });
    expect(await stopped.answer).toMatchObject([409, { code: "ERR_JOB_STOPPED" }]);
    expect(await job()).toMatchObject({ state: "cancelled", result: { days: 0 } });

    // The api that ran a recount has ended without a word.
    await sql(
      `INSERT INTO job (user_id, kind, total, seen_at) SELECT id, 'figureRecount', 9, now() - interval '5 minutes' FROM user_account WHERE name = $1`,
      ["Carla"],
    );
    expect(await recount("all")).toEqual([200, { days: days.all - days.month }]);
    expect(await job()).toMatchObject({ state: "done", result: { days: days.all - days.month } });
    expect(await read<RecountDaysView>("/dashboard/recount")).toEqual({ month: 0, year: 0, all: 0 });
    expect((await read<DashboardStatsView>(`/dashboard/stats?${MARCH}`)).averages.tme.millis).toBe(((17 + 20 + 8 + 0) / 4) * 60_000);
    const audit = await stage.test.database.sql.ask<{ description: string }>(
      `SELECT description FROM audit_entry WHERE action = 'setting.recount' ORDER BY id DESC LIMIT 1`,
    );
    expect(audit).toEqual([{ description: `${String(days.all - days.month)} dias` }]);
  });

  /** The stored days of each range, which all were counted by other hours. */
  async function daysByRange(): Promise<RecountDaysView> {
    const today = localDay(new Date(), "America/Sao_Paulo");
    const [row] = await stage.test.database.sql.ask<RecountDaysView>(
      `SELECT count(*) FILTER (WHERE day >= date_trunc('month', $1::date))::int AS month,
         count(*) FILTER (WHERE day >= date_trunc('year', $1::date))::int AS year, count(*)::int AS "all" FROM figure_day`,
      [today],
    );
    if (!row) throw new Error("no counts");
    return row;
  }
});

const HOURS = [
  ["horarioAbertura", "08:00"],
  ["horarioAlmoco", "12:00"],
  ["horarioFimAlmoco", "13:00"],
  ["horarioFechamento", "18:00"],
  ["saturday", "disabled"],
  ["sunday", "disabled"],
] as const;
