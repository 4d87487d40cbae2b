import pg from "pg";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { product, uniqueName } from "./support/product.js";

/** The first and the last day of the current month in the company's zone. */
function thisMonth(): { readonly first: string; readonly last: string } {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
  const [year = 0, month = 0] = today.split("-").map(Number);
  return { first: `${today.slice(0, 8)}01`, last: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

interface NewRating {
  readonly contact: string;
  readonly rate: number;
  readonly at: Date;
  readonly ticketId?: number;
  readonly userId?: number;
  readonly connectionId?: number;
}

/** Stores ratings as if customers had given them at these times. */
async function store(...ratings: readonly NewRating[]): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    for (const { contact, rate, at, ticketId = 2_000_000_000, userId = null, connectionId = null } of ratings)
      await client.query(
        `INSERT INTO rating (ticket_id, contact_name, rate, asked_at, ended_at, rated_at, user_id, connection_id) VALUES ($1, $2, $3, $4, $4, $4, $5, $6)`,
        [ticketId, contact, rate, at, userId, connectionId],
      );
  } finally {
    await client.end();
  }
}

test("the N.P.S. page shows the month's ratings, a page at a time, on a phone too [NPS-001, NPS-002, NPS-003, NPS-004, SHELL-031, API-101, D-209, D-241]", async ({
  enter,
  ana,
  connection,
}, testInfo) => {
  const page = await enter();

  await test.step("the N.P.S. page shows the month's ratings with stars, and their tickets in a new tab [NPS-001, NPS-002, NPS-003, NPS-004, SHELL-018, SHELL-031, API-101]", async () => {
    const { first, last } = thisMonth();
    const [now, before] = [uniqueName("Cliente"), uniqueName("Cliente")];
    await store(
      { contact: now, rate: 4, at: new Date(), ticketId: 2_000_000_001, userId: ana.id, connectionId: connection.id },
      { contact: before, rate: 1, at: new Date("2025-03-10T15:00:00Z") },
    );
    const asked = page.waitForRequest((request) => request.url().includes("/api/ticketNPS"));
    await page.goto("/tickets");
    await page.getByRole("link", { name: "N.P.S." }).click();
    await expect(page).toHaveURL(/\/nps$/);
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toMatchObject({ firstDate: first, lastDate: last });
    await expect(page.getByLabel("De", { exact: true })).toHaveValue(first);
    await expect(page.getByLabel("Até", { exact: true })).toHaveValue(last);
    for (const title of ["Contato", "Nota", "Usuário", "Data da avaliação", "Conexão", "Ações"])
      await expect(page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
    const row = page.getByRole("row", { name: now });
    await expect(row).toContainText("4 de 5");
    await expect(row.locator(".ratingStars svg")).toHaveCount(4);
    await expect(row).toContainText(ana.name);
    await expect(row).toContainText(connection.name);
    await expect(row.getByRole("button", { name: `A avaliação de ${now} não pode ser editada` })).toBeDisabled();
    await expect(row.getByRole("button", { name: `A avaliação de ${now} não pode ser excluída` })).toBeDisabled();
    await inspect(page, testInfo, "ratings");

    await test.step("shows another period", async () => {
      await page.getByLabel("De", { exact: true }).fill("2025-03-10");
      await page.getByLabel("Até", { exact: true }).fill("2025-03-10");
      await expect(page.getByRole("row", { name: before })).toContainText("1 de 5");
      await expect(row).toHaveCount(0);
      await page.getByLabel("Até", { exact: true }).fill("2025-03-09");
      await expect(page.getByRole("alert")).toHaveText("O período termina antes de começar.");
      await expect(page.getByText("Nenhuma avaliação neste período")).toBeVisible();
    });

    await page.getByLabel("De", { exact: true }).fill(first);
    await page.getByLabel("Até", { exact: true }).fill(last);
    // The ticket of this rating was deleted, so its address is enough.
    await page.context().route("**/api/tickets/2000000001", (route) => route.abort());
    const opened = page.context().waitForEvent("page");
    await row.getByRole("button", { name: `Abrir o ticket 2000000001 de ${now} em outra aba` }).click();
    const tab = await opened;
    expect(new URL(tab.url()).pathname).toBe("/tickets/2000000001");
    await tab.close();
  });

  await test.step("its list loads a page at a time [D-209, D-241]", async () => {
    const contact = uniqueName("Cliente");
    const minute = (at: number) => new Date(Date.parse("2025-06-15T12:00:00Z") + at * 60_000);
    await store(...Array.from({ length: 95 }, (_unused, at) => ({ contact, rate: 1 + (at % 5), at: minute(at) })));
    await page.goto("/Nps");
    await page.getByLabel("De", { exact: true }).fill("2025-06-15");
    await page.getByLabel("Até", { exact: true }).fill("2025-06-15");
    const rows = page.getByRole("row", { name: contact });
    await expect(rows).toHaveCount(40);
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThan(40);
    await expect(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      await expect(rows).toHaveCount(95);
    }).toPass();
  });

  await test.step("the N.P.S. page fits a phone", async () => {
    const contact = uniqueName("Cliente");
    await store({ contact, rate: 5, at: new Date() });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/nps");
    await expect(page.getByRole("heading", { name: contact })).toBeVisible();
    await inspect(page, testInfo, "ratings-phone");
  });
});
