import { patience } from "@balcao/testing/patience";
import pg from "pg";
import { CloudConnection } from "./support/cloudConnection.js";
import { expect, test } from "./support/fixtures.js";
import { judgeDialog } from "./support/inspect.js";
import { product, uniqueName } from "./support/product.js";

/** Changes rows of a connection directly; the product reads them some seconds later. */
async function change(statement: string, connectionId: number): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await client.query(statement, [connectionId]);
  } finally {
    await client.end();
  }
}

const YESTERDAY = "date_trunc('day', now() AT TIME ZONE 'America/Sao_Paulo') - interval '1 day'";
/** Inserts a gap of yesterday from 10:02 to 10:45 in São Paulo. */
const INSERT_GAP = `INSERT INTO connection_gap (connection_id, from_at, until_at, reason)
  SELECT $1, (${YESTERDAY} + time '10:02') AT TIME ZONE 'America/Sao_Paulo', (${YESTERDAY} + time '10:45') AT TIME ZONE 'America/Sao_Paulo', 'sem internet'`;
/** Inserts two events that could not be applied. */
const INSERT_PARKED = `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state, attempts, last_error)
  SELECT $1::int, 'message', $1::int || ':parked', 'parked-' || n, '', '{}', now(), 2, 5, 'cannot be stored: 22P05' FROM generate_series(1, 2) n`;
/** Switches the Meta integration off as of yesterday, with three dropped events since. */
const SWITCH_META_OFF = `UPDATE connection SET meta_integration = false, meta_dropped = 3, meta_dropped_since = now() - interval '1 day' WHERE id = $1`;

test("gaps, events that could not be applied and a Meta integration that is off are shown on the connections and cured there [CONN-014, D-148, P-7, P-10]", async ({
  enter,
  api,
}) => {
  const connection = await CloudConnection.link(api);
  for (const statement of [INSERT_GAP, INSERT_PARKED, SWITCH_META_OFF]) await change(statement, connection.id);
  const state = () => api.get<{ unresolvedGap: unknown; parkedEvents: number; metaIntegration: boolean }>(`/whatsapp/${connection.id}`);
  await expect.poll(async () => (await state()).metaIntegration, { timeout: patience(15_000) }).toBe(false);
  expect(await state()).toMatchObject({ unresolvedGap: expect.anything(), parkedEvents: 2 });
  const page = await enter();
  await page.goto("/connections");
  const notes = page.getByRole("status").filter({ hasText: connection.name });

  await test.step("a long gap is shown on the connections until an administrator resolves it [P-10]", async () => {
    const note = notes.filter({ hasText: "mensagens perdidas" });
    await expect(note).toHaveText(/possíveis mensagens perdidas entre \d\d\/\d\d\/\d\d 10:02 e 10:45\./);

    await note.getByRole("button", { name: `Ver e resolver ${connection.name}` }).click();
    const details = page.getByRole("dialog", { name: connection.name });
    await expect(details.getByText("sem internet")).toBeVisible();
    await judgeDialog(page, "connection-gap-details");
    await details.getByRole("button", { name: /^Marcar como resolvido/ }).click();
    await expect(details.getByText(/^Resolvido por .+ em \d\d\/\d\d\/\d\d \d\d:\d\d$/)).toBeVisible();
    await expect(details.getByRole("button", { name: /^Marcar como resolvido/ })).toHaveCount(0);
    await details.getByRole("button", { name: "Fechar" }).last().click();
    await expect(note).toHaveCount(0);
  });

  await test.step("events that could not be applied are shown on the connections with their reason, and applied again or discarded [P-7]", async () => {
    const note = notes.filter({ hasText: "eventos recebidos" });
    await expect(note).toContainText("2 eventos recebidos não puderam ser aplicados.");
    await note.getByRole("button", { name: `Ver e resolver os eventos de ${connection.name}` }).click();
    const details = page.getByRole("dialog", { name: connection.name });
    const events = details.getByRole("list", { name: "Eventos que não puderam ser aplicados" }).getByRole("listitem");
    await expect(events).toHaveCount(2);
    await expect(events.first()).toContainText("5 tentativas");
    await expect(events.first()).toContainText("cannot be stored: 22P05");
    await events
      .first()
      .getByRole("button", { name: /^Tentar de novo/ })
      .click();
    await expect(events).toHaveCount(1);
    await events.getByRole("button", { name: /^Descartar/ }).click();
    await expect(events).toHaveCount(0);
    expect((await state()).parkedEvents).toBe(0);
    await details.getByRole("button", { name: "Fechar" }).last().click();
    await expect(note).toHaveCount(0);
  });

  await test.step("a connection whose Meta integration is off shows how many events were dropped, and is switched on there [CONN-014, D-148]", async () => {
    const note = notes.filter({ hasText: "As mensagens da Meta não são recebidas" });
    await expect(note).toContainText("3 eventos foram descartados desde");
    await note.getByRole("button", { name: `Ligar a integração com a Meta de ${connection.name}` }).click();
    await expect(note).toHaveCount(0);
    expect((await state()).metaIntegration).toBe(true);
  });
});

/** Inserts deleted keys of a session as of yesterday, sealed with the installation's own secret, once the connection has an account. */
const INSERT_KEYS = `INSERT INTO session_key_copy (connection_id, reason, seal, keys, made_at)
  SELECT id, 'disconnected', split_part(account_sealed, '.', 1), '[]', (${YESTERDAY} + time '14:03') AT TIME ZONE 'America/Sao_Paulo'
  FROM connection WHERE id = $1 AND account_sealed IS NOT NULL AND NOT EXISTS (SELECT FROM session_key_copy WHERE connection_id = $1)`;

test("deleted keys of a session are listed in the connection's details, and restored there while the number is not linked [D-313]", async ({
  enter,
  api,
}) => {
  const name = uniqueName("Loja");
  const { id } = await api.post<{ id: number }>("/whatsapp", { name, api: "meow" });
  const copies = () => api.get<unknown[]>(`/whatsapp/${id}/keyCopies`);
  const insertedCopies = async () => {
    await change(INSERT_KEYS, id);
    return copies();
  };
  await expect.poll(insertedCopies, { timeout: patience(15_000) }).toHaveLength(1);
  const page = await enter();
  await page.goto("/connections");
  await page.getByRole("button", { name: `Detalhes de ${name}` }).click();
  const details = page.getByRole("dialog", { name });
  await expect(details.getByText("Alguém desconectou o número ou pediu um novo QR code.")).toBeVisible();
  await judgeDialog(page, "connection-key-copies");
  await details.getByRole("button", { name: /^Restaurar sessão de \d\d\/\d\d\/\d\d 14:03$/ }).click();
  await expect(details.getByRole("button", { name: /^Restaurar sessão/ })).toHaveCount(0);
  expect(await copies()).toEqual([]);
});
