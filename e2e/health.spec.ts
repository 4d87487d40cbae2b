import pg from "pg";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";

const PHONE = { width: 390, height: 844 };

/** Inserts two events that could not be applied; no stored event has such bytes. */
const INSERT_PARKED = `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state, attempts, last_error)
  SELECT $1::int, 'message', $1::int || ':parked', 'parked-' || n, '', '{}', now(), 2, 5, 'cannot be stored: 22P05' FROM generate_series(1, 2) n`;

async function park(connectionId: number): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await client.query(INSERT_PARKED, [connectionId]);
  } finally {
    await client.end();
  }
}

test("an administrator sees whether the system is well and what to do, and decides about events that could not be applied [P-7]", async ({
  enter,
  cloud: connection,
}, testInfo) => {
  await park(connection.id);
  const page = await enter();
  await page.goto("/tickets");
  await page.getByRole("link", { name: "Saúde do sistema" }).click();
  await expect(page.getByRole("heading", { name: "Saúde do sistema", level: 1 })).toBeVisible();
  const problem = page.getByRole("listitem").filter({ hasText: `${connection.name}: eventos não aplicados (2)` });
  await expect(problem).toContainText("Tente novamente abaixo");
  const numbers = page.getByRole("list", { name: "Números" });
  const row = numbers.getByRole("listitem").filter({ hasText: connection.name });
  await expect(row).toContainText("Conectado");
  await expect(row).toContainText("Não aplicados2");
  const system = page.getByRole("region", { name: "Sistema" });
  await expect(system).toContainText("Workers1");
  expect(await (await fetch(new URL("/metrics", page.url()))).text()).toMatch(/^balcao_redis_up{[^}]*process="api"[^}]*} 1$/m);
  await expect(system).toContainText(/PostgreSQL1[78]\./);
  await expect(system).toContainText(/livres de/);
  await inspect(page, testInfo, "health");

  const parked = page.getByRole("region", { name: connection.name });
  await expect(parked.getByText("cannot be stored: 22P05")).toHaveCount(2);
  for (const left of [1, 0]) {
    await parked
      .getByRole("button", { name: /^Descartar/ })
      .first()
      .click();
    await expect(page.getByText("cannot be stored: 22P05")).toHaveCount(left);
  }
  await expect(problem).toHaveCount(0);
  await expect(row).toContainText("Não aplicados0");

  await page.setViewportSize(PHONE);
  await expect(system).toBeVisible();
  await inspect(page, testInfo, "health-phone");
});
