import type { Page, TestInfo } from "@playwright/test";
import { randomInt } from "node:crypto";
import { alterAnswer, withholdEvents } from "./support/answers.js";
import type { CloudConnection } from "./support/cloudConnection.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 800 } } as const;

/** Judges the shown screen in both sizes, and leaves it on the desktop. */
async function inspectSizes(page: Page, testInfo: TestInfo, screen: string): Promise<void> {
  await inspect(page, testInfo, `${screen}-desktop`);
  await page.setViewportSize(SIZES.phone);
  await inspect(page, testInfo, `${screen}-phone`);
  await page.setViewportSize(SIZES.desktop);
}

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

test("a closed window offers a template instead, with its cost, and opens with the customer's answer [CONV-009, CONV-037, CONV-042, CONV-043, CONV-044]", async ({
  enter,
  rui,
  cloud,
  problems,
}, testInfo) => {
  problems.accept(/Failed to load resource: net::ERR_FAILED/);
  const name = await approveTemplate(cloud);
  const customer = cloud.newCustomer();
  await customer.writes("Quando fica pronto?", 25);
  const page = await enter(rui, { viewport: SIZES.desktop });
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name, ({ region }) => region.getByText(CLOSED));
  await expect(conversation.region.getByText(CLOSED)).toBeVisible();
  await expect(conversation.box).toHaveCount(0);
  await inspectSizes(page, testInfo, "window-closed");

  await test.step("a closed window accepts comments, which are not sent to the customer [CONV-009]", async () => {
    await conversation.region.getByRole("button", { name: "Comentário interno" }).click();
    await expect(conversation.box).toBeFocused();
    await expect(conversation.region.getByText(CLOSED)).toBeVisible();
    await conversation.box.pressSequentially("Ligar amanhã");
    await expect(conversation.box).toHaveValue("-- Ligar amanhã");
    await inspect(page, testInfo, "window-comment");
    await conversation.region.getByRole("button", { name: "Comentar" }).click();
    await expect(conversation.message(/^Comentário interno.*Ligar amanhã/)).toBeVisible();
    await expect(conversation.box).toHaveCount(0);
    await expect(conversation.region.getByRole("button", { name: "Escolher template" })).toBeVisible();
    expect(await customer.received()).toEqual([]);
  });

  await conversation.region.getByRole("button", { name: "Escolher template" }).click();
  const dialog = page.getByRole("dialog", { name: "Enviar template" });
  await expect(
    dialog.getByText("Cada template enviado é cobrado e não abre a janela de 24 horas: ela abre quando o cliente responde."),
  ).toBeVisible();
  await dialog.getByRole("button", { name }).click();
  await expect(dialog.getByLabel("Variável 1")).toHaveValue(customer.name);
  await dialog.getByLabel("Variável 2").fill("1042");
  await test.step("a template that could not be sent shows the error and keeps its values [CONV-043]", async () => {
    await page.route("**/api/meta/templates", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
    await dialog.getByRole("button", { name: "Enviar template" }).click();
    await expect(page.getByText("Não foi possível enviar a mensagem")).toBeVisible();
    await expect(dialog.getByLabel("Variável 2")).toHaveValue("1042");
    await expect(conversation.message(/o pedido 1042/)).toHaveCount(0);
  });

  await page.unroute("**/api/meta/templates");
  await dialog.getByRole("button", { name: "Enviar template" }).click();
  await expect(page.getByText("Mensagem enviada com sucesso!")).toBeVisible();
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
  await expect(conversation.state("Esperamos você", "Enviada").or(conversation.state("Esperamos você", "Entregue"))).toBeVisible();
  await expect.poll(async () => (await customer.received()).map(({ type }) => type)).toEqual(["template", "text"]);

  await test.step("the message box counts down the time in which free texts are accepted", async () => {
    await expect(conversation.region.getByText(/^Janela aberta por mais 23 h 5\d min$/)).toBeVisible();
  });

  await test.step("a message that Meta refused with 131047 says that the customer has not written for 24 hours, and offers a template [CONV-037]", async () => {
    const errorLog = { code: 131047, title: "Re-engagement message", message: "", details: "" };
    await alterAnswer<{ messages: { body: string }[] }>(page, "/api/messages/*", ({ messages, ...answer }) => ({
      ...answer,
      messages: messages.map((each) => (/Esperamos/.test(each.body) ? { ...each, ack: -1, sending: "failed", errorLog } : each)),
    }));
    // An event of the message would bring it as it is in truth.
    await withholdEvents(page, "appMessage");
    await page.reload();
    await conversation.message("Esperamos você").getByRole("button", { name: "Mensagem não enviada, ver o motivo" }).click();
    const reason = page.getByRole("dialog", { name: "Mensagem não enviada" });
    await expect(reason).toContainText("131047");
    await expect(reason).toContainText("mais de 24 h desde a última resposta do cliente");
    await expect(reason.getByRole("button", { name: "Tentar novamente" })).toHaveCount(0);
    await reason.getByRole("button", { name: "Enviar template" }).click();
    await expect(dialog).toBeVisible();
  });
});
