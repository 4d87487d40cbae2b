import { patience } from "@balcao/testing/patience";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { letUndoPass } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { LoginPage } from "./support/loginPage.js";
import { PhonePage } from "./support/phonePage.js";
import { product, uniqueName, uniqueNumber } from "./support/product.js";

// One long story, so a slow machine needs more than the default minute.
test.setTimeout(patience(180_000));

test("a newcomer links a number, a customer writes, the agent answers, and the conversation ends [CONN-008, INBOX-019, SHELL-040]", async ({
  page,
  context,
}) => {
  const connection = uniqueName("Loja");
  const customer = uniqueName("Cliente");
  const number = uniqueNumber();
  const inbox = new InboxPage(page);
  const phone = new PhonePage(await context.newPage());
  await page.clock.install();
  let documents = 0;
  page.on("load", () => void (documents += 1));

  await test.step("signs in", async () => {
    await page.goto("/");
    await new LoginPage(page).signIn(product.admin);
    await expect(inbox.tab("Conversas")).toBeVisible();
  });

  await test.step("links a number", async () => {
    const connections = new ConnectionsPage(page);
    await page.getByRole("link", { name: /^Conexões/ }).click();
    await connections.create(connection);
    await expect(connections.qr(connection)).toBeVisible();
    await phone.open();
    await phone.link(connection);
    await expect(connections.linkDialog(connection)).toBeHidden();
    await expect(connections.row(connection)).toContainText("Conectado");
  });

  await test.step("sees the ticket of a customer arrive", async () => {
    await page.getByRole("link", { name: /^Tickets/ }).click();
    await inbox.show("Aguardando");
    await phone.addCustomer(customer, number);
    await phone.openChat(number, connection);
    await phone.write("Olá, o pedido 1042 já saiu?");
    await expect(inbox.row(customer)).toContainText("Olá, o pedido 1042 já saiu?");
    await expect(inbox.list("Aguardando")).toHaveText(/[1-9]/);
    await expect(inbox.bell).toHaveAccessibleName(/[1-9]\d* com mensagens novas/);
    await inbox.bell.click();
    await expect(page.getByRole("dialog", { name: "Notificações" }).getByRole("link", { name: customer })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("accepts and answers, and the ticks follow", async () => {
    await phone.set("read-receipts", false);
    await phone.set("customer-online", false);
    const conversation = await inbox.accept(customer);
    await expect(conversation.message("o pedido 1042")).toBeVisible();
    const answer = "Olá! Saiu hoje cedo, chega amanhã.";
    await conversation.write(answer);
    await expect(conversation.state(answer, "Enviada")).toBeVisible();
    await phone.set("customer-online", true);
    await expect(conversation.state(answer, "Entregue")).toBeVisible();
    await expect(phone.message(answer)).toBeVisible();
    await phone.set("read-receipts", true);
    await expect(conversation.state(answer, "Lida")).toBeVisible();
    await expect(inbox.row(customer).getByRole("img", { name: "Lida" })).toBeVisible();
  });

  await test.step("gets a photo, a voice note and a document", async () => {
    const { region } = inbox.conversation(customer);
    await phone.send("photo");
    const photo = region.getByRole("button", { name: "Abrir a imagem" }).getByRole("img");
    await expect(photo).toBeVisible();
    await expect(photo).toHaveJSProperty("naturalWidth", 480);
    await phone.send("voice");
    await expect(region.getByRole("button", { name: "Reproduzir" })).toBeVisible();
    await phone.send("document");
    const link = region.getByRole("link", { name: "Baixar pedido.pdf" });
    await expect(link).toBeVisible();
    const download = page.waitForEvent("download");
    await link.click();
    expect((await download).suggestedFilename()).toBe("pedido.pdf");
  });

  await test.step("sends a file with a caption", async () => {
    const { region } = inbox.conversation(customer);
    const chooser = page.waitForEvent("filechooser");
    await region.getByRole("button", { name: "Anexar" }).click();
    await page.getByRole("menuitem", { name: "Arquivos" }).click();
    await (await chooser).setFiles({ name: "nota.txt", mimeType: "text/plain", buffer: Buffer.from("Nota 1042") });
    await region.getByLabel("Legenda de nota.txt").fill("Segue a nota");
    await region.getByRole("button", { name: "Enviar", exact: true }).click();
    await expect(region.getByRole("link", { name: "Baixar nota.txt" })).toBeVisible();
    await expect(phone.message("nota.txt")).toContainText("Segue a nota");
  });

  await test.step("quotes, and is quoted", async () => {
    const conversation = inbox.conversation(customer);
    await conversation.press("o pedido 1042", "Responder");
    await expect(conversation.region.getByText(`Respondendo a ${customer}`)).toBeVisible();
    await conversation.write("Este aqui, certo?");
    await expect(phone.message("Este aqui, certo?")).toContainText("Olá, o pedido 1042 já saiu?");
    await phone.message("Este aqui, certo?").getByTestId("reply").click();
    await phone.write("Esse mesmo, obrigado!");
    const thanks = conversation.message("Esse mesmo, obrigado!");
    await expect(thanks.getByRole("button", { name: "Ir para a mensagem citada" })).toContainText("Este aqui, certo?");
  });

  await test.step("resolves the ticket", async () => {
    await inbox.conversation(customer).region.getByRole("button", { name: "Resolver", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: customer })).toContainText("encerrando");
    await letUndoPass(page);
    await inbox.show("Abertos");
    await expect(inbox.row(customer)).toBeHidden();
    await inbox.tab("Encerradas").click();
    await expect(inbox.row(customer)).toContainText("Encerrada");
  });

  expect(documents, "the page was never loaded again").toBe(1);
});
