import { patience } from "@balcao/testing/patience";
import pg from "pg";
import { CloudLine } from "./support/cloudLine.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { product } from "./support/product.js";

/** As if the number had been away yesterday from 10:02 to 10:45 in São Paulo; answers when the time began. */
async function insertGap(connectionId: number): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const day = "date_trunc('day', now() AT TIME ZONE 'America/Sao_Paulo') - interval '1 day'";
    await client.query(
      `INSERT INTO connection_gap (connection_id, from_at, until_at, reason)
       SELECT $1, (${day} + time '10:02') AT TIME ZONE 'America/Sao_Paulo', (${day} + time '10:45') AT TIME ZONE 'America/Sao_Paulo', 'sem internet'`,
      [connectionId],
    );
  } finally {
    await client.end();
  }
}

test("a long time away is told on the connections until an administrator has seen to it [P-10]", async ({ enter, api }, testInfo) => {
  const line = await CloudLine.link(api);
  await insertGap(line.id);
  const gap = async () => (await api.get<{ unresolvedGap: unknown }>(`/whatsapp/${line.id}`)).unresolvedGap;
  await expect.poll(gap, { timeout: patience(15_000) }).not.toBeNull();
  const page = await enter();
  const other = await enter();
  for (const each of [page, other]) await each.goto("/connections");
  const note = page.getByRole("status").filter({ hasText: line.name });
  await expect(note).toHaveText(/possíveis mensagens perdidas entre \d\d\/\d\d\/\d\d 10:02 e 10:45\./);
  const noteElsewhere = other.getByRole("status").filter({ hasText: line.name });
  await expect(noteElsewhere).toBeVisible();

  await note.getByRole("button", { name: `Ver e resolver ${line.name}` }).click();
  const details = page.getByRole("dialog", { name: line.name });
  await expect(details.getByText("sem internet")).toBeVisible();
  await inspect(page, testInfo, "connection-gap-details");
  await details.getByRole("button", { name: /^Marcar como resolvido/ }).click();
  await expect(details.getByText(/^Resolvido por .+ em \d\d\/\d\d\/\d\d \d\d:\d\d$/)).toBeVisible();
  await expect(details.getByRole("button", { name: /^Marcar como resolvido/ })).toHaveCount(0);
  await details.getByRole("button", { name: "Fechar" }).last().click();
  await expect(note).toHaveCount(0);
  await expect(noteElsewhere).toHaveCount(0);
});
