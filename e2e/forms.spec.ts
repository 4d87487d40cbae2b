import { stopClock } from "./support/clock.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { uniqueName } from "./support/product.js";

test("a dialog waits 400 ms, is sent once even when submitted several times, and shows a refusal at its field [CONST-005]", async ({
  enter,
  api,
  problems,
}) => {
  problems.accept(/Console: .*status of 400.*\/api\/whatsapp/);
  const name = uniqueName("Loja");
  await api.post("/whatsapp", { name, api: "meow" });
  const page = await enter();
  await page.clock.install();
  await page.goto("/connections");
  const connections = new ConnectionsPage(page);
  await connections.add.click();
  const { form } = connections;
  const field = form.getByLabel("Nome", { exact: true });
  const submit = form.getByRole("button", { name: "Adicionar", exact: true });
  await field.fill(name);
  await stopClock(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/whatsapp")) sent += 1;
  });
  await field.press("Enter");
  await expect(submit).toBeDisabled();
  await field.press("Enter");
  await page.clock.runFor(399);
  expect(sent).toBe(0);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(field).toHaveAccessibleDescription("Já está em uso em outra conexão.");
  await expect(field).toBeFocused();
  expect(sent).toBe(1);
});

test("a dialog focuses its first field, names what is missing, and asks before it discards typed values [TICKET-038, TICKET-039]", async ({
  enter,
  ana,
  customer,
}) => {
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Volto depois do almoço");
  const conversation = await inbox.accept(customer.name);

  await test.step("a dialog focuses its first field, and asks before it discards typed values", async () => {
    await conversation.choose("Pausar");
    const dialog = page.getByRole("dialog", { name: "Pausar conversa" });
    const tag = dialog.getByLabel("Motivo da pausa");
    await expect(tag).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await conversation.choose("Pausar");
    await tag.fill("Almoço");
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Descartar alterações?" });
    await question.getByRole("button", { name: "Continuar editando" }).click();
    await expect(question).toBeHidden();
    await expect(dialog).toBeVisible();
    await expect(tag).toHaveValue("Almoço");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Descartar" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("a pause accepts a message as long as the api does; the tag is required, the message is not [TICKET-038, TICKET-039]", async () => {
    await conversation.choose("Pausar");
    const dialog = page.getByRole("dialog", { name: "Pausar conversa" });
    await dialog.getByRole("button", { name: "Pausar" }).click();
    await expect(dialog.getByLabel("Motivo da pausa")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByLabel("Mensagem ao cliente")).not.toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Motivo da pausa").fill("Espera");
    const message = "x".repeat(4_000);
    await dialog.getByLabel("Mensagem ao cliente").fill(message);
    await expect(dialog.getByText("4000/4000")).toBeVisible();
    const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().includes("/api/tickets/"));
    await dialog.getByRole("button", { name: "Pausar" }).click();
    expect((await sent).postDataJSON()).toMatchObject({ pauseTag: "Espera", pauseMessage: message });
    await expect(dialog).toBeHidden();
  });
});
