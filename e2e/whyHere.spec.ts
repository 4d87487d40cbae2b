import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { LinkedConnection } from "./support/linkedConnection.js";

test("a ticket says why it is where it is, and before its menu is accepted into a queue, which ends the menu [TICKET-018, D-050]", async ({
  enter,
  api,
  connection,
}, testInfo) => {
  const other = await api.createQueue();
  // What is changed later, the worker may hear of after the first message.
  const shop = await LinkedConnection.linkWithMenu(api, [connection.queue.id, other.id], "Olá!");
  const bia = await api.createAccount("Bia", { profile: "user", queueIds: [connection.queue.id, other.id] });
  const first = await shop.newCustomer();
  const page = await enter(bia, { viewport: { width: 1440, height: 900 } });
  await first.writes("Oi");
  const inbox = await new InboxPage(page).open("Aguardando");

  await test.step("the details say in plain words why a ticket is where it is, and go on by themselves", async () => {
    await inbox.row(first.name).click();
    await page.getByRole("button", { name: "Dados do contato" }).click();
    const why = page.getByRole("list", { name: "Por que esta conversa está aqui?" }).getByRole("listitem");
    await expect(why).toHaveCount(1);
    await expect(why.first()).toContainText("O cliente foi convidado a escolher uma fila.");
    await expect(why.first()).not.toContainText("menuShown");
    await first.writes(other.name);
    await expect(why).toHaveCount(2);
    await expect(why.first()).toContainText("O cliente escolheu a fila no menu.");
    await expect(why.first()).toContainText(`fila ${other.name}`);
    await expect(why.first()).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d/);
    await inspect(page, testInfo, "why-here");
  });

  await test.step("a ticket before its menu is accepted into a queue, which ends the menu [TICKET-018, D-050]", async () => {
    const customer = await shop.newCustomer();
    await inbox.open("Aguardando");
    await customer.writes("Oi");
    await inbox.row(customer.name).click();
    const { region } = inbox.conversation(customer.name);
    await expect(region.getByRole("button", { name: "Aceitar antes do bot" })).toHaveCount(2);
    await page.setViewportSize({ width: 390, height: 844 });
    await inspect(page, testInfo, "before-bot-phone");
    await region.getByRole("button", { name: "Aceitar antes do bot" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Escolha a fila" });
    await dialog.getByRole("radio", { name: other.name }).check();
    await dialog.getByRole("button", { name: "Aceitar conversa" }).click();
    await expect(inbox.conversation(customer.name).box).toBeVisible();
    await customer.writes("1");
    await expect(inbox.conversation(customer.name).message(new RegExp(`^${customer.name}, [\\d:]+, 1$`))).toBeVisible();
    const ticketId = Number(/\/tickets\/(\d+)/.exec(page.url())?.[1]);
    expect(await api.get(`/tickets/${ticketId}`)).toMatchObject({ status: "open", queueId: other.id, userId: bia.id });
  });
});
