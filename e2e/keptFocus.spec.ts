import type { Page } from "@playwright/test";
import { letUndoPass } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { uniqueName } from "./support/product.js";

/** The focus is on something, also after the time in which it may be given on. */
async function expectFocusKept(page: Page, after: string): Promise<void> {
  const isLost = () => page.evaluate(() => document.activeElement === null || document.activeElement === document.body);
  await expect.poll(isLost, { message: `the focus after ${after}` }).toBe(false);
}

test("the focus never falls to the page itself, whatever takes away what had it [D-433]", async ({
  enter,
  ana,
  api,
  connection,
  customer,
  problems,
}) => {
  // What a colleague takes away may be asked for once more.
  problems.accept(/Console: .*status of 403.*\/api\/(tickets|messages)\/\d+/);
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  await page.clock.install();
  const names = [uniqueName("Etiqueta"), uniqueName("Etiqueta")] as const;
  for (const name of names) await api.post("/tag", { name, color: "#1e7a3e" });
  const spare = await connection.newCustomer();
  await customer.writes("Tem furadeira?");
  await spare.writes("E broca?");

  await test.step("a dialog whose opener goes with its row", async () => {
    await page.goto("/tags");
    for (const name of names) {
      await page.getByRole("button", { name: `Excluir ${name}` }).focus();
      await page.keyboard.press("Enter");
      const ask = page.getByRole("alertdialog");
      await expect(ask).toBeVisible();
      await ask.getByRole("button", { name: /^Excluir/ }).press("Enter");
      await expect(page.getByRole("row", { name })).toHaveCount(0);
      await expectFocusKept(page, "deleting an item");
    }
  });

  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);

  await test.step("a dialog that is given up, and a bar that ends", async () => {
    await conversation.choose("Transferir");
    await expect(page.getByRole("dialog", { name: "Transferir conversa" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Transferir conversa" })).toBeHidden();
    await expectFocusKept(page, "closing a dialog");
    await (await conversation.openMenu("Tem furadeira?")).getByRole("menuitem", { name: "Selecionar" }).click();
    await page.getByRole("button", { name: "Cancelar a seleção" }).press("Enter");
    await expectFocusKept(page, "ending a selection");
  });

  await test.step("a menu whose entry takes its row away", async () => {
    await inbox.show("Aguardando");
    await inbox.row(spare.name).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Aceitar" }).press("Enter");
    await expect(inbox.conversation(spare.name).box).toBeVisible();
    await expectFocusKept(page, "accepting from the menu of a row");
  });

  await test.step("a conversation that a colleague takes away", async () => {
    const other = await api.createQueue();
    await expect(page).toHaveURL(/\/tickets\/\d+/);
    const id = /\/tickets\/(\d+)/.exec(page.url())?.[1] ?? "";
    await inbox.conversation(spare.name).region.getByRole("button", { name: "Mais ações" }).focus();
    await api.put(`/tickets/${id}`, { status: "pending", queueId: other.id, whatsappId: connection.id, userId: null });
    await expect(page).toHaveURL(/\/tickets(\?|$)/);
    await expectFocusKept(page, "losing a conversation");
  });

  await test.step("a conversation that is resolved", async () => {
    await inbox.show("Abertos");
    await inbox.row(customer.name).click();
    await conversation.region.getByRole("button", { name: "Resolver", exact: true }).press("Enter");
    await letUndoPass(page);
    await expect(conversation.region).toBeHidden();
    await expectFocusKept(page, "resolving");
  });
});
