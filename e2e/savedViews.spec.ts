import { expect, test } from "./support/fixtures.js";
import { sql } from "./support/sends.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect, inspectDialog } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";

const DESKTOP = { width: 1280, height: 720 };
const PHONE = { viewport: { width: 390, height: 844 } };

/** The ticket of a customer, once the message that began it is there. */
async function ticketOf(customer: string): Promise<{ readonly id: number; readonly contactId: number }> {
  const find = () =>
    sql<{ id: number; contactId: number }>(
      'SELECT ticket.id, contact_id AS "contactId" FROM ticket JOIN contact ON contact.id = contact_id WHERE contact.name = $1',
      [customer],
    );
  await expect.poll(async () => (await find()).length).toBe(1);
  return (await find())[0] ?? { id: 0, contactId: 0 };
}

test("a filter is saved, pinned, counted live, shared with the queue, opened by its address and removed [D-553, D-555, D-556, D-557, D-611, D-612]", async ({
  enter,
  api,
  connection,
}, testInfo) => {
  test.slow();
  const queueIds = [connection.queue.id];
  const lia = await api.createAccount("Lia", { profile: "user", queueIds });
  const ivo = await api.createAccount("Ivo", { profile: "user", queueIds });
  const tag = await api.post<{ id: number; name: string }>("/tag", { name: uniqueName("Frota"), color: "#335577", contacts: [] });
  const name = uniqueName("Frota esperando");
  const page = await enter(lia);
  const inbox = await new InboxPage(page).open();
  const views = page.getByRole("tablist", { name: "Visões" });
  const tab = views.getByRole("tab", { name: new RegExp(`^${name}`) });
  const panel = page.getByRole("tabpanel", { name });
  await expect(page.getByRole("button", { name: "Todas as visões" })).toHaveCount(0);

  await test.step("the filters of the search make a view, which is a tab with its number [D-553, D-557]", async () => {
    await page.getByRole("tab", { name: /^Busca/ }).click();
    await page.getByRole("button", { name: /^Etiquetas/ }).click();
    await page.getByRole("dialog", { name: "Etiquetas" }).getByText(tag.name).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Salvar como visão" }).click();
    const dialog = page.getByRole("dialog", { name: "Salvar como visão" });
    await expect(dialog.getByRole("button", { name: /^Etiquetas/ })).toContainText(tag.name);
    await dialog.getByLabel("Nome", { exact: true }).fill(name);
    await dialog.getByLabel("Situação").selectOption("Aguardando");
    await dialog.getByLabel("Espera de ao menos (min)").fill("0");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByText("De 1 a 30000 minutos.")).toBeVisible();
    await dialog.getByLabel("Espera de ao menos (min)").fill("");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog).toBeHidden();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expect(tab).toContainText("0");
    await expect(panel.getByText("Nenhuma conversa nesta visão")).toBeVisible();
  });

  const customer = await connection.newCustomer();
  await test.step("its number and its list follow what happens [D-555]", async () => {
    await customer.writes("O carro quebrou");
    const ticket = await ticketOf(customer.name);
    await api.put(`/tag/${tag.id}`, { addedContacts: [ticket.contactId] });
    await customer.writes("Alguém aí?");
    await expect(tab).toContainText("1");
    await expect(panel.getByRole("row").filter({ hasText: customer.name })).toBeVisible();
    await inspect(page, testInfo, "view");
    await api.put(`/tickets/${ticket.id}`, { status: "open", userId: ivo.id });
    await expect(tab).toContainText("0");
    await expect(panel.getByText("Nenhuma conversa nesta visão")).toBeVisible();
  });

  const address = page.url();
  expect(address).toMatch(/\/tickets\?view=\d+$/);
  const ivos = await enter(ivo, PHONE);
  await test.step("shared with the queue, a colleague has it [D-553, D-557]", async () => {
    await page.getByRole("button", { name: "Editar a visão" }).click();
    const dialog = page.getByRole("dialog", { name: "Editar visão" });
    await dialog.getByLabel("Quem vê").selectOption(connection.queue.name);
    await dialog.getByLabel("Situação").selectOption("Todas as abertas");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Compartilhada com ${connection.queue.name}`)).toBeVisible();
    await ivos.goto(address);
    await expect(ivos.getByRole("tabpanel", { name }).getByRole("row").filter({ hasText: customer.name })).toBeVisible();
    await expect(ivos.getByRole("button", { name: "Editar a visão" })).toHaveCount(0);
    await ivos.getByRole("button", { name: "Fixar como aba" }).click();
    await expect(ivos.getByRole("button", { name: "Tirar das abas" })).toBeVisible();
    await expect(ivos.getByRole("tab", { name: new RegExp(`^${name}`) })).toContainText("1");
    await page.getByRole("button", { name: "Editar a visão" }).click();
    await dialog.getByRole("switch", { name: "Escolher o que as linhas mostram" }).check();
    await dialog.getByRole("group", { name: "As linhas mostram" }).getByText("Conexão").click();
    await inspectDialog(page, "view-form-columns");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog).toBeHidden();
    // The colleague's screen changes by the event [D-611, D-612].
    await expect(ivos.getByRole("tabpanel", { name }).getByRole("row").filter({ hasText: customer.name })).toContainText(connection.name);
    await inspect(ivos, testInfo, "view-columns-phone");
  });

  await test.step("without its tag it says so and shows nothing, and it is mended [D-556]", async () => {
    await api.delete(`/tag/${tag.id}`);
    await page.reload();
    await expect(panel.getByText("Uma etiqueta dela foi excluída.")).toBeVisible();
    await expect(tab).toContainText("0");
    await inspect(page, testInfo, "view-missing");
    await panel.getByRole("button", { name: "Editar a visão" }).click();
    const dialog = page.getByRole("dialog", { name: "Editar visão" });
    await dialog.getByRole("button", { name: /^Etiquetas/ }).click();
    await page.getByRole("dialog", { name: "Etiquetas" }).getByText("(excluído)").click();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.getByText("Uma etiqueta dela foi excluída.")).toHaveCount(0);
  });

  await test.step("the line keeps its place while a page is loaded, so that the list does not move", async () => {
    for (const viewport of [DESKTOP, PHONE.viewport]) {
      await page.setViewportSize(viewport);
      await inbox.open();
      await expect(tab).toBeVisible();
      const list = page.locator("#inbox-list");
      const before = (await list.boundingBox())?.y;
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/\/views(\?|$)/, async (route) => {
        await held;
        await route.continue();
      });
      await page.reload();
      await expect(inbox.list("Aguardando")).toBeVisible();
      expect((await list.boundingBox())?.y).toBe(before);
      await expect(tab).toBeHidden();
      answer();
      await expect(tab).toBeVisible();
      await page.unrouteAll();
      expect((await list.boundingBox())?.y).toBe(before);
    }
    await page.setViewportSize(DESKTOP);
    await tab.click();
  });

  await test.step("it is removed, for everybody [D-553]", async () => {
    await page.getByRole("button", { name: "Remover a visão" }).click();
    const question = page.getByRole("alertdialog", { name: `Remover ${name}?` });
    await expect(question).toContainText("Ela some também para os colegas da fila.");
    await question.getByRole("button", { name: "Remover a visão" }).click();
    await expect(question).toBeHidden();
    await expect(inbox.tab("Conversas")).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("button", { name: "Todas as visões" })).toHaveCount(0);
    await ivos.reload();
    await expect(ivos.getByRole("heading", { name: "Esta visão não está disponível" })).toBeVisible();
  });
});
