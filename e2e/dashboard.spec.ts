import { patience } from "@balcao/testing/patience";
import pg from "pg";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { product, uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

/** Days of a past month, so that tickets of other tests do not count; working hours and zone are the defaults of the product's e2e. */
const MONTH = { first: "2025-03-01", last: "2025-03-31" } as const;

interface Known {
  readonly contact: string;
  readonly status: string;
  readonly created: string;
  readonly accepted?: string;
  readonly closed?: string;
}

/** Stores tickets of a person and a queue as if they had been of that month, and a rating of four. */
async function store(userId: number, queueId: number, tickets: readonly Known[]): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    // One transaction, so that the worker computes a day with all of them.
    await client.query("BEGIN");
    for (const { contact, status, created, accepted = null, closed = null } of tickets)
      await client.query(
        `WITH c AS (INSERT INTO contact (name) VALUES ($1) RETURNING id)
         INSERT INTO ticket (status, contact_id, queue_id, user_id, created_at, accepted_at, closed_at, last_activity) SELECT $2, id, $3, $4, $5, $6, $7, $5 FROM c`,
        [contact, status, queueId, userId, created, accepted, closed],
      );
    await client.query(
      `INSERT INTO live_event (topic, ticket_id, payload) SELECT 'ticket', id, jsonb_build_object('change', 'changed', 'before', NULL, 'version', version,
         'createdMessages', '[]'::jsonb, 'updatedMessages', '[]'::jsonb, 'after', jsonb_build_object('status', status, 'isGroup', false, 'queueId', queue_id, 'userId', user_id))
       FROM ticket WHERE queue_id = $1`,
      [queueId],
    );
    await client.query(
      `INSERT INTO rating (ticket_id, contact_name, rate, asked_at, ended_at, rated_at, user_id, queue_id) VALUES (2000000000, $1, 4, $2, $2, $2, $3, $4)`,
      [tickets[0]?.contact, `${MONTH.first}T15:00:00Z`, userId, queueId],
    );
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

// A worker that has just started, and a slow machine, need more than the default minute.
test.setTimeout(patience(180_000));

/** The first and the last day of the current month in the company's zone. */
function thisMonth(): { readonly first: string; readonly last: string } {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
  const [year = 0, month = 0] = today.split("-").map(Number);
  return { first: `${today.slice(0, 8)}01`, last: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

test("the dashboard shows the figures of a small known set, and what each is made of [DASH-001, DASH-002, DASH-003, DASH-004, DASH-006, DASH-007, DASH-008, DASH-009, DASH-010, DASH-011, DASH-012, DASH-013, DASH-014, DASH-015, DASH-016, DASH-018, DASH-019, DASH-021, DASH-025, DASH-026, SHELL-001, API-095, API-096, API-097, API-098, API-099, API-100, API-101]", async ({
  enter,
  api,
  problems,
}, testInfo) => {
  const queue = await api.createQueue();
  const agent = await api.createAccount("Elis", { profile: "user", queueIds: [queue.id] });
  const [first, second, third] = [uniqueName("Cliente"), uniqueName("Cliente"), uniqueName("Cliente")];
  await store(agent.id, queue.id, [
    { contact: first, status: "closed", created: "2025-03-03T12:10:00Z", accepted: "2025-03-03T12:20:00Z", closed: "2025-03-03T13:20:00Z" },
    {
      contact: second,
      status: "closed",
      created: "2025-03-04T12:30:00Z",
      accepted: "2025-03-04T12:50:00Z",
      closed: "2025-03-04T13:50:00Z",
    },
    { contact: third, status: "open", created: "2025-03-05T19:00:00Z", accepted: "2025-03-05T19:00:00Z" },
  ]);
  const filter = `firstDate=${MONTH.first}&lastDate=${MONTH.last}&userId=${agent.id}`;
  // Where other tests had the worker store these days before, it computes them again.
  const known = async (): Promise<number> => (await api.get<{ tickets: number }>(`/dashboard/stats?${filter}`)).tickets;
  await expect.poll(known, { timeout: patience(60_000) }).toBe(3);
  const page = await enter();
  await page.clock.install();
  await page.goto("/tickets");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/$/);
  const month = thisMonth();
  const [from, to] = [page.getByLabel("De", { exact: true }), page.getByLabel("Até", { exact: true })];
  await expect(from).toHaveValue(month.first);
  await expect(to).toHaveValue(month.last);

  await from.fill(MONTH.first);
  await to.fill(MONTH.last);
  await page.getByLabel("Usuário", { exact: true }).selectOption({ label: agent.name });
  await page.getByLabel("Fila", { exact: true }).selectOption({ label: queue.name });
  await page.clock.runFor(1_100);

  const counters = page.getByRole("group", { name: "Contadores" });
  for (const [name, n] of Object.entries({ "Em atendimento": 1, "Em espera": 0, Encerrados: 2 }))
    await expect(counters.getByRole("button", { name: `${name} ${n}`, exact: true })).toBeVisible();
  // The quoted label says the state's own name, too.
  await expect(counters.getByRole("button", { name: /^Em espera/ })).toHaveAccessibleDescription("Aguardando");
  const hours = page.getByRole("region", { name: "Tickets por hora" });
  await expect(hours.getByRole("table").getByRole("row")).toHaveText([
    "HoraTickets",
    "08:000",
    "09:002",
    "10:000",
    "11:000",
    "12:000",
    "13:000",
    "14:000",
    "15:000",
    "16:001",
    "17:000",
    "18:000",
    "19:000",
  ]);
  await expect(hours.locator("svg .MuiBarChart-element").first()).toHaveCSS("fill", "rgb(35, 102, 129)");
  for (const [title, name, total] of [
    ["Tickets por atendente", agent.name, 3],
    ["Tickets por cliente", first, 1],
    ["Tickets por fila", queue.name, 3],
  ] as const)
    await expect(page.getByRole("region", { name: title }).getByRole("row", { name: `${name} ${total}` })).toHaveCount(1);
  const card = (name: string) => page.locator(`[data-card="${name}"] dd`);
  await expect(card("tickets")).toHaveText("3");
  await expect(card("tme")).toHaveText(/^\d{2}:\d{2}:\d{2}$/);
  await expect(card("users")).toHaveText(/^\d+\/\d+$/);
  await expect(card("connections")).toHaveText(/^\d+\/\d+$/);
  const rating = page.getByRole("region", { name: "N.P.S.", exact: true });
  await expect(rating).toContainText("4,0");
  await expect(rating).toContainText("Ótimo");
  const agents = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "Ações" }) });
  const row = agents.getByRole("row").filter({ has: page.getByRole("button", { name: `Ver tickets de ${agent.name}` }) });
  for (const title of ["#", "Nome", "Status", "Em atendimento", "Encerrados", "N.P.S.", "Ações"])
    await expect(agents.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
  await expect(row.getByRole("cell")).toHaveText(["1", "Offline", "1", "2", "4,01 nota", "Ver tickets"]);
  await expect(row.locator(".dashStars svg[data-on]")).toHaveCount(4);
  await expect(page.getByText("Campanhas, agendamentos e mensagens de programas não contam até o cliente responder.")).toBeVisible();
  await inspect(page, testInfo, "dashboard");

  await test.step("shows what a figure is made of", async () => {
    await counters.getByRole("button", { name: /^Encerrados/ }).click();
    const dialog = page.getByRole("dialog", { name: "Encerrados" });
    await expect(dialog.getByRole("listitem")).toHaveCount(2);
    await expect(dialog).toContainText(first);
    await dialog.getByRole("button", { name: "Fechar" }).last().click();
    await card("tma").getByRole("button").click();
    await expect(page.getByRole("dialog", { name: "TMA" })).toContainText("seg 09:20–10:20 = 01:00:00");
    await page.keyboard.press("Escape");
    await hours.getByRole("button", { name: "Tickets por hora: ver como tabela" }).click();
    await hours.getByRole("row", { name: "16:00 1" }).getByRole("button").click();
    await expect(page.getByRole("dialog", { name: "Tickets das 16:00" })).toContainText(third);
    await page.keyboard.press("Escape");
  });

  await test.step("lists the tickets of an agent, and opens one in a new window after a question", async () => {
    await row.getByRole("button").click();
    const dialog = page.getByRole("dialog", { name: `Tickets sendo atendidos por ${agent.name}` });
    await dialog.getByRole("button", { name: third }).click();
    const question = page.getByRole("alertdialog", { name: "Deseja visualizar esse ticket?" });
    const opened = page.context().waitForEvent("page");
    await question.getByRole("button", { name: "Visualizar" }).click();
    const tab = await opened;
    expect(new URL(tab.url()).pathname).toMatch(/^\/tickets\/\d+$/);
    await tab.close();
    await expect(question).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("refuses a half date and a period that ends before it begins", async () => {
    await to.fill("2025-02-01");
    await expect(page.getByText("O período termina antes de começar.")).toBeVisible();
    await to.fill("");
    await expect(page.getByText("Formato de data inválido")).toBeVisible();
    await expect(card("tickets")).toHaveText("3");
    await from.fill("2025-01-01");
    await to.fill("2025-01-31");
    await page.clock.runFor(1_100);
    await expect(page.getByRole("region", { name: "Tickets por fila" }).getByText("Sem atendimentos")).toBeVisible();
    await expect(row).toContainText("Sem avaliações");
  });

  await test.step("counts down, reads all widgets again, and says which one failed while the others live", async () => {
    problems.accept(/dashboard\/rating/);
    await page.route("**/api/dashboard/rating*", (route) =>
      route.fulfill({ status: 500, json: { error: "ERR_INTERNAL", message: "ERR_INTERNAL", code: "ERR_INTERNAL" } }),
    );
    const again = page.waitForRequest((request) => request.url().includes("/api/dashboard/stats"));
    await page.clock.runFor(61_000);
    await again;
    await expect(page.getByRole("alert").filter({ hasText: "N.P.S.:" }).first()).toBeVisible();
    await expect(counters.getByRole("button", { name: /^Encerrados 0/ })).toBeVisible();
  });

  await test.step("stops in a hidden tab, and when it is paused", async () => {
    const label = page.locator(".dashCountdown span").last();
    await page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }));
    const seconds = await label.textContent();
    await page.clock.runFor(5_000);
    await expect(label).toHaveText(seconds ?? "");
    await page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true }));
    await page.clock.runFor(2_000);
    await expect(label).not.toHaveText(seconds ?? "");
    await page.getByRole("button", { name: "Pausar a atualização" }).click();
    await expect(page.getByRole("button", { name: "Retomar a atualização" })).toBeVisible();
  });
});

test("the dashboard speaks English, fits a phone, has presets of days, draws charts after a pause, and leads to lists [DASH-005, DASH-010, DASH-017, CONST-002, D-102]", async ({
  enter,
}, testInfo) => {
  const english = await enter(undefined, { locale: "en-US", viewport: { width: 1440, height: 900 } });
  await english.clock.install();
  await english.goto("/");
  const counters = english.getByRole("group", { name: "Counters" });
  for (const name of ["In Service", "Waiting", "Closed"])
    await expect(counters.getByRole("button", { name: new RegExp(`^${name} \\d`) })).toBeVisible();
  for (const title of ["Tickets per collaborator", "Tickets per client"])
    await expect(english.getByRole("region", { name: title })).toBeVisible();
  const [from, to] = [english.getByLabel("From", { exact: true }), english.getByLabel("To", { exact: true })];
  const month = thisMonth();
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
  const [year = 0, number = 0] = month.first.split("-").map(Number);
  const twoBefore = new Date(Date.UTC(year, number - 3, 1)).toISOString().slice(0, 10);
  for (const [name, first, last] of [
    ["Today", today, today],
    ["Last 3 months", twoBefore, month.last],
    ["Current month", month.first, month.last],
  ] as const) {
    await english.getByRole("button", { name, exact: true }).click();
    await expect(from).toHaveValue(first);
    await expect(to).toHaveValue(last);
  }

  await test.step("counters are read at once, charts 1000 ms later", async () => {
    const asked: string[] = [];
    english.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (searchParams.get("firstDate") === "2025-01-01") asked.push(pathname);
    });
    await english.clock.pauseAt(Date.now() + 60_000);
    await from.fill("2025-01-01");
    await expect.poll(() => asked).toContain("/api/dashboard/counters");
    await english.clock.runFor(900);
    expect(asked).not.toContain("/api/ticketQueue");
    await english.clock.runFor(200);
    await expect.poll(() => asked).toContain("/api/ticketQueue");
    // Days of the past are right here (D-102).
    await expect(english.getByText(/anterior a hoje|before today/)).toHaveCount(0);
    await english.clock.resume();
  });

  await test.step("cards without tickets lead to the list or the report behind them", async () => {
    for (const [card, path] of [
      ["users", "/users"],
      ["queues", "/queues"],
      ["connections", "/connections"],
      ["schedules", "/agendamentos"],
      ["contacts", "/contacts"],
      ["groups", "/tickets?tab=open&sub=groups"],
      ["messages", "/report?card=message"],
    ] as const)
      await expect(english.locator(`[data-card="${card}"] dd a`)).toHaveAttribute("href", path);
    await english.locator('[data-card="messages"] dd a').click();
    await expect(english.getByRole("button", { name: "Export conversations of a contact" })).toHaveAttribute("aria-expanded", "true");
  });

  await test.step("it fits a phone", async () => {
    await english.setViewportSize({ width: 390, height: 844 });
    await walkTo(english, "/");
    await expect(english.getByRole("region", { name: "Tickets per queue" }).getByRole("figure")).toBeVisible();
    await inspect(english, testInfo, "dashboard-phone");
  });
});
