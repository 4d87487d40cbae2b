import { expect, test } from "./support/fixtures.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";

/** Opens the history of a message from its menu. */
async function openInfo(conversation: Conversation, text: string | RegExp) {
  const page = conversation.region.page();
  await (await conversation.openMenu(text)).getByRole("menuitem", { name: "Dados da mensagem" }).click();
  return page.getByRole("dialog", { name: "Dados da mensagem" });
}

test("an own message is changed and deleted, and its info has what happened to it [CONV-028, CONV-030, CONV-031, CONV-032, D-072]", async ({
  enter,
  ana,
  customer,
}) => {
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Quanto custa?");
  const conversation = await inbox.accept(customer.name);

  await test.step("the info of a message has the time of each tick, earlier texts and the id at the network [CONV-028, CONV-030]", async () => {
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
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    const received = await openInfo(conversation, /Quanto custa/);
    await expect(received.getByRole("term").filter({ hasText: "Registrada em" })).toBeVisible();
    await expect(received.getByRole("term").filter({ hasText: "Entregue" })).toHaveCount(0);
  });

  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await test.step("a deleted message says who deleted it; an administrator also sees its text [CONV-031, D-072]", async () => {
    await conversation.write("Não era para cá");
    await expect(conversation.state("Não era para cá", "Entregue")).toBeVisible();
    await (await conversation.openMenu("Não era para cá")).getByRole("menuitem", { name: "Apagar para todos" }).click();
    await inbox.page.getByRole("alertdialog").getByRole("button", { name: "Apagar para todos" }).click();
    const dialog = await openInfo(conversation, /Mensagem apagada/);
    await expect(dialog).toContainText(`Apagada por${ana.name}`);
    await expect(dialog).not.toContainText("Não era para cá");

    const admin = new InboxPage(await enter());
    await admin.page.goto(inbox.page.url());
    const seen = await openInfo(admin.conversation(customer.name), /Mensagem apagada/);
    await expect(seen).toContainText("Não era para cá");
  });

  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await test.step("an own text is changed from its menu and with E; Delete asks before it is deleted for everyone [CONV-031, CONV-032]", async () => {
    await conversation.write("Até já");
    await expect(conversation.state("Até já", "Entregue")).toBeVisible();
    const box = conversation.region.getByRole("textbox", { name: "Editando mensagem" });
    await conversation.write("Às nvoe");
    await expect(conversation.state("Às nvoe", "Entregue")).toBeVisible();
    await (await conversation.openMenu("Às nvoe")).getByRole("menuitem", { name: "Editar" }).click();
    await expect(box).toHaveValue("Às nvoe");
    await box.fill("Às nove");
    await box.press("Enter");
    await expect(conversation.message("Às nove")).toContainText("Editada");

    await conversation.message("Às nove").focus();
    await page.keyboard.press("e");
    await expect(box).toHaveValue("Às nove");
    await box.press("Escape");

    const question = page.getByRole("alertdialog", { name: "Apagar a mensagem para todos?" });
    await conversation.message("Até já").focus();
    await page.keyboard.press("Delete");
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(conversation.message("Até já")).toBeVisible();
    await conversation.message("Até já").focus();
    await page.keyboard.press("Delete");
    const remark = page.waitForRequest((request) => request.url().endsWith("/api/log"));
    await question.getByRole("button", { name: "Apagar para todos" }).click();
    const { log } = (await remark).postDataJSON() as { log: Record<string, unknown> };
    expect(log["origem"]).toBe("Mensagens");
    expect(log["descricao"]).toMatch(/^Apagou a mensagem \d+$/);
    await expect(conversation.message("Mensagem apagada")).toHaveCount(2);
    await expect(conversation.message("Até já")).toHaveCount(0);
  });
});
