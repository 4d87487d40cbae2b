import { randomInt } from "node:crypto";
import { patience } from "@balcao/testing/patience";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const LINK = { type: "URL", text: "Comprar", url: "https://loja.example/{{1}}" };
const card = (text: string) => ({
  components: [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text },
    { type: "BUTTONS", buttons: [LINK] },
  ],
});

test.setTimeout(patience(180_000));

test("templates with a picture and with cards are filled in, previewed as the phone shows them, and sent; what cannot go is named (D-320) [CONV-041]", async ({
  enter,
  rui,
  cloud,
}, testInfo) => {
  const mark = randomInt(100_000, 1_000_000);
  await cloud.addTemplate(`foto_${mark}`, "APPROVED", [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text: "Olá {{nome}}, chegou a nova coleção." },
    { type: "BUTTONS", buttons: [LINK, { type: "COPY_CODE", text: "Copiar código" }] },
  ]);
  await cloud.addTemplate(`cartoes_${mark}`, "APPROVED", [
    { type: "BODY", text: "Veja o que separamos." },
    { type: "CAROUSEL" as "BODY", cards: [card("Bolo de {{1}}"), card("Pão da casa")] },
  ]);
  await cloud.addTemplate(`catalogo_${mark}`, "APPROVED", [
    { type: "BODY", text: "Veja o catálogo." },
    { type: "BUTTONS", buttons: [{ type: "CATALOG", text: "Ver catálogo" }] },
  ]);
  const customer = cloud.newCustomer();
  await customer.writes("Oi", 25);
  const page = await enter(rui, { viewport: SIZES.desktop });
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name, ({ region }) => region.getByRole("button", { name: "Escolher template" }));
  const open = async (name: string) => {
    await conversation.region.getByRole("button", { name: "Escolher template" }).click();
    const dialog = page.getByRole("dialog", { name: "Enviar template" });
    await dialog.getByRole("button", { name: new RegExp(name) }).click();
    return dialog;
  };
  const picture = { name: "foto.png", mimeType: "image/png", buffer: PIXEL };

  await test.step("a picture, a name, the end of a link and a code", async () => {
    const dialog = await open(`foto_${mark}`);
    await expect(dialog.getByRole("button", { name: new RegExp(`catalogo_${mark}`) })).toBeDisabled();
    await expect(dialog.getByText("Tem um botão (CATALOG) que ainda não pode ser enviado por aqui.")).toBeVisible();
    await dialog.getByLabel("Imagem", { exact: true }).last().setInputFiles(picture);
    await expect(dialog.getByRole("group", { name: "Prévia" }).getByRole("img", { name: "foto.png" })).toBeVisible();
    await expect(dialog.getByLabel("nome", { exact: true })).toHaveValue(customer.name);
    await dialog.getByLabel("Final do link do botão “Comprar”").fill("verao");
    await dialog.getByLabel("Código que o botão “Copiar código” copia").fill("VERAO10");
    await page.setViewportSize(SIZES.phone);
    await inspect(page, testInfo, "template-picture-phone");
    await page.setViewportSize(SIZES.desktop);
    await dialog.getByRole("button", { name: "Enviar template" }).click();
    await expect(dialog).toBeHidden();
    const bubble = conversation.message(/chegou a nova coleção/);
    await expect(bubble.getByRole("listitem").first()).toHaveAttribute("title", "https://loja.example/verao");
    await expect(bubble.locator("img").first()).toBeVisible();
  });

  await test.step("cards, each with its picture, its word and its link", async () => {
    const dialog = await open(`cartoes_${mark}`);
    for (const at of [1, 2]) {
      await dialog.getByLabel(`Cartão ${at}: Imagem`, { exact: true }).last().setInputFiles(picture);
      await dialog.getByLabel(`Cartão ${at}: Final do link do botão “Comprar”`).fill(`p/${at}`);
    }
    await dialog.getByLabel("Cartão 1: Variável 1").fill("milho");
    await expect(dialog.getByRole("list", { name: "Cartões" }).getByRole("img")).toHaveCount(2);
    await inspect(page, testInfo, "template-cards");
    await dialog.getByRole("button", { name: "Enviar template" }).click();
    await expect(dialog).toBeHidden();
    await expect(conversation.message(/Veja o que separamos/).getByText("Bolo de milho")).toBeVisible();
    await inspect(page, testInfo, "template-sent");
  });
  const sent = (await customer.received()).filter(({ type }) => type === "template");
  expect(JSON.stringify(sent)).toContain("VERAO10");
  expect(JSON.stringify(sent)).toContain('"card_index":1');
});
