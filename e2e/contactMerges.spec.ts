import type { Page } from "@playwright/test";
import pg from "pg";
import { expect, test } from "./support/fixtures.js";
import { inspect, judgeDialog } from "./support/inspect.js";
import { product, uniqueName, uniqueNumber } from "./support/product.js";
import { walkTo } from "./support/walk.js";

interface Contact {
  readonly id: number;
  readonly name: string;
}

const SEARCH = "Buscar por nome, número ou e-mail";
const dialogOf = (page: Page, title: string) => page.getByRole("dialog", { name: title });

test("two contacts that are one person are suggested, merged side by side, and separated again with the conversation that came later [M-4, D-137, D-138, D-266]", async ({
  enter,
  api,
  customer,
}) => {
  const email = `pessoa${uniqueNumber()}@example.com`;
  const [keptName, otherName] = [uniqueName("Clara"), uniqueName("Escritório")];
  const create = (name: string, number: string, mail = email) =>
    api.post<Contact>("/contacts", { name, number, email: mail, respostaAutomatica: true, extraInfo: [{ name: "CPF", value: "123" }] });
  const kept = await create(keptName, uniqueNumber());
  const other = await create(otherName, customer.phone);
  // Several contacts, so that the page has a search.
  for (let n = 0; n < 6; n += 1) await create(uniqueName("Cliente"), uniqueNumber(), "");
  const page = await enter(undefined, { viewport: { width: 1440, height: 900 } });
  await page.goto("/contacts");
  await page.getByRole("searchbox", { name: SEARCH }).fill(email);
  const seen = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(seen(otherName)).toBeVisible();

  await test.step("the suggestion opens both side by side", async () => {
    await page.getByRole("region", { name: "Possíveis duplicados" }).getByRole("button", { name: "Revisar" }).click();
    const merge = dialogOf(page, "Possíveis duplicados").getByRole("button", { name: `Mesclar ${keptName} e ${otherName}` });
    await expect(merge).toBeVisible();
    await judgeDialog(page, "contact-duplicates");
    await merge.click();
    const dialog = dialogOf(page, "Mesclar contatos");
    await expect(dialog.getByRole("region", { name: "Permanece" })).toContainText(keptName);
    await expect(dialog.getByRole("status")).toContainText(/0 conversas? · 0 mensage/);
    await dialog.getByRole("button", { name: "Manter o outro" }).click();
    await expect(dialog.getByRole("region", { name: "Permanece" })).toContainText(otherName);
    await dialog.getByRole("button", { name: "Manter o outro" }).click();
    await expect(dialog.getByRole("region", { name: "Deixa de existir" })).toContainText(otherName);
    await judgeDialog(page, "contact-merge");
    await dialog.getByRole("button", { name: "Mesclar", exact: true }).click();
    await expect(page.getByText("Contatos mesclados.")).toBeVisible();
    await dialogOf(page, "Possíveis duplicados").getByRole("button", { name: "Fechar" }).last().click();
    await expect(dialogOf(page, "Possíveis duplicados")).toHaveCount(0);
    await expect(seen(otherName)).toHaveCount(0);
    await expect(seen(keptName)).toBeVisible();
    expect(await api.get<Contact>(`/contacts/${kept.id}`)).toMatchObject({ name: keptName });
  });

  await test.step("what the customer writes then belongs to the contact that stayed, until the merge is undone", async () => {
    await customer.writes("Sou eu de novo");
    const tickets = async (id: number) => (await api.get<{ tickets: { id: number }[] }>(`/tickets/history/${id}`)).tickets;
    await expect.poll(() => tickets(kept.id)).toHaveLength(1);
    const { id } = (await tickets(kept.id))[0] ?? {};
    await walkTo(page, `/tickets/${id ?? 0}`);
    await page.locator('[data-region="composer"]').getByRole("button", { name: "Aceitar" }).click();
    await expect(page.getByText(new RegExp(`^Para \\+.*${customer.phone.slice(-4)}$`))).toBeVisible();
    await walkTo(page, `/contacts?contact=${kept.id}`);
    const merged = dialogOf(page, "Editar contato").getByRole("region", { name: "Contatos mesclados" });
    await expect(merged).toContainText(otherName);
    await merged.getByRole("button", { name: `Desfazer a mescla de ${otherName}` }).click();
    const question = page.getByRole("alertdialog", { name: `Desfazer a mescla de ${otherName}?` });
    await question.getByRole("checkbox").check();
    await judgeDialog(page, "contact-unmerge");
    await question.getByRole("button", { name: "Desfazer mescla" }).click();
    await expect(page.getByText(`${otherName} voltou a ser um contato próprio.`)).toBeVisible();
    await expect(dialogOf(page, "Editar contato")).toHaveCount(0);
    await page.getByRole("searchbox", { name: SEARCH }).fill(email);
    await expect(seen(otherName)).toBeVisible();
    expect(await tickets(kept.id)).toEqual([]);
    expect(await tickets(other.id)).toHaveLength(1);
  });

  await test.step("on a phone a contact is merged from its card", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    // A list that becomes cards closes the menus of its rows.
    await page.goto("/contacts");
    await page.getByRole("searchbox", { name: SEARCH }).fill(otherName);
    await page.getByRole("button", { name: new RegExp(`Mais ações de ${otherName}`) }).click();
    await page.getByRole("menuitem", { name: `Mesclar ${otherName} com outro contato` }).click();
    const dialog = dialogOf(page, "Mesclar contatos");
    await dialog.getByRole("combobox", { name: "O outro contato" }).fill(keptName);
    await dialog.getByRole("option", { name: new RegExp(keptName) }).click();
    await expect(dialog.getByRole("region", { name: "Permanece" })).toContainText(otherName);
    await expect(dialog.getByRole("status")).toContainText(/0 conversas? · 0 mensage/);
  });
});

test("a running import is seen after a reload, and stopped from any browser [API-051, D-133]", async ({ enter, api }, testInfo) => {
  const person = await api.createAccount("Rui", { profile: "user", addContact: true, editContact: true });
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    // The work itself is proven by a story; here its process lives somewhere else.
    await client.query(
      "INSERT INTO job (user_id, kind, done, total, seen_at) SELECT id, 'contactImport', 2000, 8000, now() + interval '1 hour' FROM user_account WHERE email = $1",
      [person.email],
    );
    const page = await enter(person);
    await page.goto("/contacts");
    const note = page.getByRole("region", { name: "Importação de contatos" });
    await expect(note).toContainText("2000 de 8000");
    await expect(note.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
    await inspect(page, testInfo, "contact-job");
    await note.getByRole("button", { name: "Interromper" }).click();
    await expect(note.getByRole("button", { name: "Interrompendo…" })).toBeDisabled();
    const { rows } = await client.query("SELECT is_cancel_asked FROM job j JOIN user_account u ON u.id = j.user_id WHERE u.email = $1", [
      person.email,
    ]);
    expect(rows).toEqual([{ is_cancel_asked: true }]);
  } finally {
    await client.end();
  }
});
