import { expect, test } from "./support/fixtures.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";

/** Opens the history of a message from its menu. */
async function openInfo(conversation: Conversation, text: string | RegExp) {
  const page = conversation.region.page();
  await (await conversation.openMenu(text)).getByRole("menuitem", { name: "Dados da mensagem" }).click();
  return page.getByRole("dialog", { name: "Dados da mensagem" });
}

test("the info of a message has the time of each tick, earlier texts and the id at the network [CONV-028, CONV-030]", async ({
  enter,
  ana,
  customer,
}, testInfo) => {
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Quanto custa?");
  const conversation = await inbox.accept(customer.name);
  await conversation.write("Dez reias");
  await expect(conversation.state("Dez reias", "Entregue")).toBeVisible();
  await conversation.box.press("ArrowUp");
  await conversation.region.getByRole("textbox", { name: "Editando mensagem" }).fill("Dez reais");
  await conversation.region.getByRole("button", { name: "Salvar" }).click();
  await expect(conversation.message("Dez reais")).toContainText("Editada");
  const dialog = await openInfo(conversation, "Dez reais");
  const when = /\d\d\/\d\d\/\d\d \d\d:\d\d/;
  const fact = (name: string) => dialog.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd[1]");
  await expect(fact("Escrita por")).toHaveText(ana.name);
  await expect(fact("Enviada")).toHaveText(when);
  await expect(fact("Entregue")).toHaveText(when);
  await expect(dialog.getByRole("term").filter({ hasText: "Lida" })).toHaveCount(0);
  await expect(fact("ID no WhatsApp")).toHaveText(/^[0-9A-F]{16,}$/);
  await expect(dialog.getByRole("list", { name: "Textos anteriores" })).toHaveText(/^Dez reias/);
  await inspect(page, testInfo, "message-info");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const received = await openInfo(conversation, /Quanto custa/);
  await expect(received.getByRole("term").filter({ hasText: "Registrada em" })).toBeVisible();
  await expect(received.getByRole("term").filter({ hasText: "Entregue" })).toHaveCount(0);
});

test("in a group the info says who read the message and who has only received it [CONV-030]", async ({
  enter,
  ana,
  connection,
}, testInfo) => {
  const [first, second] = [await connection.newCustomer(), await connection.newCustomer()];
  const name = `Obra ${first.phone}`;
  const group = await connection.newGroup(name, [first, second]);
  for (const customer of [first, second]) await customer.does({ kind: "text", text: "Bom dia", group });
  const page = await enter(ana, { viewport: { width: 390, height: 844 } });
  const inbox = await new InboxPage(page).open("Grupos");
  await inbox.row(name).click();
  const conversation = inbox.conversation(name);
  await conversation.write("Reunião às dez");
  await expect(conversation.state("Reunião às dez", "Entregue")).toBeVisible();
  const dialog = await openInfo(conversation, /Reunião às dez/);
  await expect(dialog.getByRole("heading", { name: "Ninguém leu ainda" })).toBeVisible();
  const id = await dialog.locator(".messageInfoId").innerText();
  await dialog.getByRole("button", { name: "Fechar" }).first().click();
  await second.reports("Delivered", [id], group);
  await first.reports("Read", [id], group);
  await expect(conversation.state("Reunião às dez", "Lida")).toBeVisible();
  const again = await openInfo(conversation, /Reunião às dez/);
  await expect(again.getByRole("list", { name: "Lida por 1 pessoa" })).toContainText(first.name);
  await expect(again.getByRole("list", { name: /^Entregue a mais \d pessoas?$/ })).toContainText(second.name);
  await inspect(page, testInfo, "message-info-group-phone");
});

test("a deleted message says who deleted it; an administrator also sees its text [CONV-031, D-072]", async ({ enter, ana, customer }) => {
  const inbox = await new InboxPage(await enter(ana)).open("Aguardando");
  await customer.writes("Apago já");
  const conversation = await inbox.accept(customer.name);
  await conversation.write("Não era para cá");
  await expect(conversation.state("Não era para cá", "Entregue")).toBeVisible();
  await (await conversation.openMenu("Não era para cá")).getByRole("menuitem", { name: "Apagar para todos" }).click();
  await inbox.page.getByRole("alertdialog").getByRole("button", { name: "Apagar para todos" }).click();
  const dialog = await openInfo(conversation, /Mensagem apagada/);
  await expect(dialog).toContainText(`Apagada por${ana.name}`);
  await expect(dialog).not.toContainText("Não era para cá");

  const admin = await new InboxPage(await enter()).open();
  await admin.page.goto(inbox.page.url());
  const seen = await openInfo(admin.conversation(customer.name), /Mensagem apagada/);
  await expect(seen).toContainText("Não era para cá");
});
