import { patience } from "@balcao/testing/patience";
import { randomInt } from "node:crypto";
import { openMetaAccount, type CloudConnection } from "./support/cloudConnection.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { uniqueName } from "./support/product.js";

const CLOSED = "A janela de 24 horas fechou. Agora só templates chegam ao cliente.";

/** Adds an approved template with all parts. */
async function approveTemplate(cloud: CloudConnection): Promise<string> {
  const name = `pedido_pronto_${randomInt(100_000, 1_000_000)}`;
  await cloud.addTemplate(name, "APPROVED", [
    { type: "HEADER", format: "TEXT", text: "Seu pedido" },
    { type: "BODY", text: "Olá {{1}}, o pedido {{2}} está pronto.", example: { body_text: [["Cliente", "7"]] } },
    { type: "FOOTER", text: "Loja Central" },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "Vou buscar" },
        { type: "URL", text: "Acompanhar", url: "https://loja.example/pedidos" },
      ],
    },
  ]);
  return name;
}

test("a Meta connection is created with the form, and Meta confirms its number [CONN-014]", async ({ enter }) => {
  const account = await openMetaAccount();
  const connections = new ConnectionsPage(await enter());
  await connections.page.goto("/connections");
  await connections.add.click();
  const { form } = connections;
  const name = uniqueName("Loja Meta");
  await form.getByRole("radio", { name: /Meta Cloud API/ }).check();
  await form.getByLabel("Nome", { exact: true }).fill(name);
  await form.getByRole("button", { name: "Meta", exact: true }).click();
  await form.getByRole("switch", { name: "Integração ativa" }).check();
  await form.getByLabel("ID do número de telefone").fill(account.phoneNumberId);
  await form.getByLabel("ID da conta (WABA)").fill(account.wabaId);
  await form.getByLabel("Token da Meta").fill(account.token);
  await form.getByRole("button", { name: "Adicionar", exact: true }).click();
  await expect(form).toBeHidden();
  const row = connections.row(name);
  await expect(row.getByText("Conectado")).toBeVisible({ timeout: patience(60_000) });
  await expect(row.getByText("Gerenciada pela Meta")).toBeVisible();
});

test("the message box counts down the time in which free texts are accepted", async ({ enter, rui, cloud }) => {
  const customer = cloud.newCustomer();
  await customer.writes("Bom dia", 20.5);
  const inbox = await new InboxPage(await enter(rui)).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  await expect(conversation.region.getByText(/^Janela aberta por mais 3 h (29|28|27) min$/)).toBeVisible();
  await customer.writes("Ainda estão aí?");
  await expect(conversation.region.getByText(/^Janela aberta por mais 23 h 5\d min$/)).toBeVisible();
  await conversation.write("Estamos, sim");
  await expect.poll(async () => (await customer.received()).map(({ type }) => type)).toEqual(["text"]);
});

test("a closed window offers a template instead, with its cost, and opens with the customer's answer [CONV-042, CONV-044]", async ({
  enter,
  rui,
  cloud,
}) => {
  const name = await approveTemplate(cloud);
  const customer = cloud.newCustomer();
  await customer.writes("Quando fica pronto?", 25);
  const inbox = await new InboxPage(await enter(rui)).open("Aguardando");
  const conversation = await inbox.accept(customer.name, ({ region }) => region.getByText(CLOSED));
  await expect(conversation.region.getByText(CLOSED)).toBeVisible();
  await expect(conversation.box).toHaveCount(0);

  await conversation.region.getByRole("button", { name: "Escolher template" }).click();
  const dialog = inbox.page.getByRole("dialog", { name: "Enviar template" });
  await expect(
    dialog.getByText("Cada template enviado é cobrado e não abre a janela de 24 horas: ela abre quando o cliente responde."),
  ).toBeVisible();
  await dialog.getByRole("button", { name }).click();
  await expect(dialog.getByLabel("Variável 1")).toHaveValue(customer.name);
  await dialog.getByLabel("Variável 2").fill("1042");
  await dialog.getByRole("button", { name: "Enviar template" }).click();
  await expect(inbox.page.getByText("Mensagem enviada com sucesso!")).toBeVisible();
  await expect(dialog).toBeHidden();

  const body = `Olá ${customer.name}, o pedido 1042 está pronto.`;
  const bubble = conversation.message(new RegExp(body));
  for (const text of ["Seu pedido", body, "Loja Central"]) await expect(bubble.getByText(text, { exact: true })).toBeVisible();
  await expect(bubble.getByRole("listitem")).toHaveText(["Vou buscar", "Acompanhar"]);
  await expect(bubble.getByRole("img", { name: "Entregue" })).toBeVisible();
  await expect.poll(async () => (await customer.received()).map(({ type }) => type)).toEqual(["template"]);
  // A sent template does not open the window.
  await expect(conversation.region.getByText(CLOSED)).toBeVisible();
  await expect(conversation.box).toHaveCount(0);

  await customer.writes("Vou buscar");
  await expect(conversation.box).toBeVisible();
  await expect(conversation.region.getByText(CLOSED)).toBeHidden();
  await conversation.write("Esperamos você");
  await expect.poll(async () => (await customer.received()).map(({ type }) => type)).toEqual(["template", "text"]);
});

test("a template that could not be sent shows the error and keeps its values [CONV-043]", async ({ enter, rui, cloud, problems }) => {
  problems.accept(/Failed to load resource: net::ERR_FAILED/);
  const name = await approveTemplate(cloud);
  const customer = cloud.newCustomer();
  await customer.writes("Quando fica pronto?", 30);
  const inbox = await new InboxPage(await enter(rui)).open("Aguardando");
  const conversation = await inbox.accept(customer.name, ({ region }) => region.getByText(CLOSED));
  await conversation.region.getByRole("button", { name: "Escolher template" }).click();
  const dialog = inbox.page.getByRole("dialog", { name: "Enviar template" });
  await dialog.getByRole("button", { name }).click();
  await dialog.getByLabel("Variável 2").fill("1042");
  await inbox.page.route("**/api/meta/templates", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await dialog.getByRole("button", { name: "Enviar template" }).click();
  await expect(inbox.page.getByText("Não foi possível enviar a mensagem")).toBeVisible();
  await expect(dialog.getByLabel("Variável 2")).toHaveValue("1042");
  await expect(conversation.message(/o pedido 1042/)).toHaveCount(0);
});

test("a closed window accepts comments, which are not sent to the customer [CONV-009]", async ({ enter, rui, cloud }) => {
  const customer = cloud.newCustomer();
  await customer.writes("Alguém aí?", 48);
  const inbox = await new InboxPage(await enter(rui)).open("Aguardando");
  const conversation = await inbox.accept(customer.name, ({ region }) => region.getByText(CLOSED));
  await conversation.region.getByRole("button", { name: "Comentário interno" }).click();
  await expect(conversation.box).toBeFocused();
  await expect(conversation.region.getByText(CLOSED)).toBeVisible();
  await conversation.box.pressSequentially("Ligar amanhã");
  await expect(conversation.box).toHaveValue("-- Ligar amanhã");
  await conversation.region.getByRole("button", { name: "Comentar" }).click();
  await expect(conversation.message(/^Comentário interno.*Ligar amanhã/)).toBeVisible();
  await expect(conversation.box).toHaveCount(0);
  await expect(conversation.region.getByRole("button", { name: "Escolher template" })).toBeVisible();
  expect(await customer.received()).toEqual([]);
});
