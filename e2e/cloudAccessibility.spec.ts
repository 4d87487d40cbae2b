import { patience } from "@balcao/testing/patience";
import { randomInt } from "node:crypto";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { TemplatesPage } from "./support/templatesPage.js";

// Each screen is inspected twice, so a slow machine needs more than the default minute.
test.setTimeout(patience(180_000));

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 800 } } as const;

const uniqueTemplate = (kind: string): string => `${kind}_${randomInt(100_000, 1_000_000)}`;
const BODY = "Olá {{1}}, o pedido {{2}} está pronto para retirada na loja do centro, das 9 h às 18 h.";

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`the templates and their form are accessible, ${size}`, async ({ enter, cloud }, testInfo) => {
    for (const status of ["APPROVED", "REJECTED", "PENDING"])
      await cloud.addTemplate(uniqueTemplate("pedido_pronto_para_retirada_na_loja"), status, [{ type: "BODY", text: BODY }]);
    const page = await enter(undefined, { viewport });
    const templates = await new TemplatesPage(page).open(cloud.name);
    await expect(page.getByText(BODY).first()).toBeVisible();
    await inspect(page, testInfo, `templates-${size}`);
    await page
      .getByRole("button", { name: /^Novo( template)?$/ })
      .first()
      .click();
    const { form } = templates;
    await form.getByLabel("Nome", { exact: true }).fill("pedido_pronto");
    await form.getByLabel("Cabeçalho").fill("Pedido pronto");
    await form.getByLabel("Corpo").fill(BODY);
    await form.getByLabel("Rodapé").fill("Loja Central");
    await templates.addButton("Resposta rápida");
    await form.getByRole("button", { name: "Enviar para análise" }).click();
    await expect(form.getByText("O texto do botão é obrigatório!")).toBeVisible();
    await inspect(page, testInfo, `template-form-${size}`);
  });

  test(`a conversation of a Meta connection is accessible, ${size}`, async ({ enter, rui, cloud }, testInfo) => {
    const name = uniqueTemplate("pedido_pronto");
    await cloud.addTemplate(name, "APPROVED", [
      { type: "HEADER", format: "TEXT", text: "Seu pedido" },
      { type: "BODY", text: BODY },
      { type: "FOOTER", text: "Loja Central" },
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "Vou buscar" },
          { type: "URL", text: "Acompanhar", url: "https://loja.example/" },
        ],
      },
    ]);
    const customer = cloud.newCustomer();
    await customer.writes("Quando fica pronto?", 30);
    const page = await enter(rui, { viewport });
    const inbox = await new InboxPage(page).open("Aguardando");
    const { region, box } = await inbox.accept(customer.name, (opened) => opened.region.getByText(/A janela de 24 horas fechou/));
    await inspect(page, testInfo, `window-closed-${size}`);
    await region.getByRole("button", { name: "Comentário interno" }).click();
    await box.pressSequentially("Ligar amanhã");
    await expect(box).toHaveValue("-- Ligar amanhã");
    await inspect(page, testInfo, `window-comment-${size}`);
    await region.getByRole("button", { name: "Comentar" }).click();
    await region.getByRole("button", { name: "Escolher template" }).click();
    const dialog = page.getByRole("dialog", { name: "Enviar template" });
    await dialog.getByRole("button", { name }).click();
    await dialog.getByLabel("Variável 2").fill("1042");
    await inspect(page, testInfo, `template-send-${size}`);
    await dialog.getByRole("button", { name: "Enviar template" }).click();
    await customer.writes("Ainda abertos?", 22.5);
    await expect(region.getByRole("list").getByText("Acompanhar")).toBeVisible();
    await expect(region.getByText(/^Janela aberta por mais 1 h/)).toBeVisible();
    await inspect(page, testInfo, `window-ending-${size}`);
  });
}

test("the form of a Meta connection and the details of a connection are accessible, on the smallest screen too", async ({
  enter,
  connection,
}, testInfo) => {
  const page = await enter(undefined, { viewport: SIZES.phone });
  const connections = new ConnectionsPage(page);
  await page.goto("/connections");
  await connections.add.click();
  const { form } = connections;
  await form.getByRole("radio", { name: /Meta Cloud API/ }).check();
  await form.getByRole("button", { name: "Geral", exact: true }).click();
  await form.getByRole("button", { name: "Meta", exact: true }).click();
  await inspect(page, testInfo, "form-cloud");
  await form.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Descartar" }).click();
  await connections.details(connection.name);
  await expect(page.getByRole("dialog", { name: connection.name })).toBeVisible();
  await inspect(page, testInfo, "connection-details");
});
