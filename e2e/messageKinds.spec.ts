import { patience } from "@balcao/testing/patience";
import type { Page } from "@playwright/test";
import { alterAnswer, withholdEvents } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";

// Each screen is inspected in two themes and two widths.
test.setTimeout(patience(180_000));

const VCARD = (name: string, phone: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${phone}:+${phone}\nEND:VCARD`;

async function look(page: Page, testInfo: Parameters<typeof inspect>[1], name: string): Promise<void> {
  await inspect(page, testInfo, `${name}-desktop`);
  await page.setViewportSize({ width: 360, height: 800 });
  await inspect(page, testInfo, `${name}-phone`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("everything that a customer can send is shown by its type [CONV-026]", async ({ enter, ana, connection }, testInfo) => {
  const customer = await connection.newCustomer();
  await customer.writes("Bom dia!");
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  const { region, message } = sayings(await inbox.accept(customer.name));

  await customer.does({ kind: "location", location: { latitude: -23.55052, longitude: -46.633308, name: "Praça da Sé" } });
  await expect(region.getByRole("link", { name: /Praça da Sé/ })).toHaveAttribute("href", /-23\.55052/);
  await customer.does({ kind: "contact", contact: { name: "Marcos Oficina", vcard: VCARD("Marcos Oficina", "5511987650001") } });
  await expect(region.getByText("Marcos Oficina")).toBeVisible();
  await customer.does({ kind: "sticker", media: { sample: "sticker" } });
  await expect(region.getByRole("img", { name: "Figurinha" })).toBeVisible();
  await customer.does({ kind: "video", media: { sample: "video" } });
  await expect(region.getByRole("button", { name: "Abrir o vídeo" })).toBeVisible();
  const typo = await customer.does({ kind: "text", text: "Chego as dez" });
  await expect(message("Chego as dez")).toBeVisible();
  await customer.does({ edit: typo, text: "Chego às dez" });
  await expect(message(/Chego às dez/).getByText("Editada")).toBeVisible();
  const regretted = await customer.does({ kind: "text", text: "Não vou mais" });
  await expect(message("Não vou mais")).toBeVisible();
  await customer.does({ revoke: regretted });
  await expect(message(/Mensagem apagada/)).toBeVisible();
  await customer.does({ react: { id: typo, emoji: "👍" } });
  await expect(region.getByRole("button", { name: /Reações.*👍/ })).toBeVisible();
  await customer.does({ kind: "text", text: "Sobre isto", quoted: typo });
  await expect(message(/Sobre isto/).getByRole("button", { name: "Ir para a mensagem citada" })).toBeVisible();
  await customer.does({ kind: "text", text: "Promoção de hoje", forwarded: true });
  await expect(message(/Promoção/).getByText("Encaminhada")).toBeVisible();
  await customer.does({ kind: "poll", text: "Qual dia?" });
  await expect(message(/Enquete: Qual dia\?/)).toBeVisible();
  await customer.calls();
  await expect(region.getByText("Ligação perdida")).toBeVisible();
  await look(page, testInfo, "kinds");
});

test("an edit that could not be read is mentioned below the old text [CONV-028]", async ({ enter, ana, connection }) => {
  const customer = await connection.newCustomer();
  await customer.writes("Às três");
  const page = await enter(ana);
  await alterAnswer<{ messages: object[] }>(page, "/api/messages/*", (answer) => ({
    ...answer,
    messages: answer.messages.map((message) => ({ ...message, isEdited: true, editUnreadable: true })),
  }));
  const inbox = await new InboxPage(page).open("Aguardando");
  const { message } = sayings(await inbox.accept(customer.name));
  // An event of the message would bring it as it is in truth.
  await withholdEvents(page, "appMessage");
  await page.reload();
  await expect(message(/Às três/).getByText("editada; o novo texto não pôde ser lido aqui")).toBeVisible();
});

test("what customers of a Meta connection tap and order is shown as text [CONV-026]", async ({ enter, rui, cloud }) => {
  const customer = cloud.newCustomer();
  await customer.writes("Bom dia!");
  const page = await enter(rui, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  const { region, message } = sayings(await inbox.accept(customer.name));
  const tap = { type: "list_reply", list_reply: { id: "1", title: "Segunda via", description: "Boleto de novembro" } };
  await customer.sends("interactive", { fields: tap });
  await expect(message(/Segunda via/)).toBeVisible();
  await customer.sends("button", { fields: { text: "Vou buscar", payload: "vou" } });
  await expect(message(/Vou buscar/)).toBeVisible();
  const order = {
    catalog_id: "1",
    text: "Para retirar",
    product_items: [{ product_retailer_id: "CAFE-500", quantity: 2, item_price: 32.9, currency: "BRL" }],
  };
  await customer.sends("order", { fields: order });
  await expect(message(/Para retirar/)).toBeVisible();
  await customer.sends("location", { fields: { latitude: -23.55, longitude: -46.63, name: "Praça da Sé", address: "Centro, São Paulo" } });
  await expect(region.getByRole("link", { name: /Praça da Sé/ })).toBeVisible();
  await customer.sends("contacts", {
    fields: [{ name: { formatted_name: "Marcos Oficina" }, phones: [{ phone: "+55 11 98765-0001", wa_id: "5511987650001" }] }],
  });
  await expect(region.getByText("Marcos Oficina")).toBeVisible();
  await customer.sends("unsupported", {});
  await expect(region.getByText("Mensagem não suportada")).toBeVisible();
});

test("a group shows the author of each message, and mentions by name", async ({ enter, ana, connection }) => {
  const [first, second] = [await connection.newCustomer(), await connection.newCustomer()];
  const name = uniqueName("Obra");
  const group = await connection.newGroup(name, [first, second]);
  await first.does({ kind: "text", text: "Bom dia a todos", group });
  await second.does({ kind: "text", text: `@${first.phone} chegou o cimento?`, group, mentions: [`${first.phone}@s.whatsapp.net`] });
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Grupos");
  await inbox.row(name).click();
  const { region } = sayings(inbox.conversation(name));
  await expect(region.getByText("Bom dia a todos")).toBeVisible();
  for (const { name: author } of [first, second]) await expect(region.getByText(author, { exact: true }).first()).toBeVisible();
  await expect(region.getByText(`@${first.name}`)).toBeVisible();
});

test("a voice note shows its length and loudness, and plays", async ({ enter, ana, customer }) => {
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const peaks = Array.from({ length: 64 }, (_, at) => Math.round(50 + 45 * Math.sin(at / 3) * Math.cos(at / 11)));
  await alterAnswer<{ messages: { media: object | null }[] }>(page, "/api/messages/*", (answer) => ({
    ...answer,
    messages: answer.messages.map((message) => (message.media ? { ...message, media: { ...message.media, peaks } } : message)),
  }));
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.sends("voice");
  const { region } = sayings(await inbox.accept(customer.name));
  const play = region.getByRole("button", { name: "Reproduzir" });
  await expect(play).toBeVisible();
  await expect(region.getByText(/^0:00 \/ 0:0[1-9]$/)).toBeVisible();
  await page.reload();
  await expect(region.locator(".audioWave rect")).toHaveCount(64);
  await play.click();
  await expect.poll(() => region.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);
});

function sayings(conversation: Conversation) {
  return {
    region: conversation.region,
    message: (text: string | RegExp) => conversation.message(typeof text === "string" ? new RegExp(text) : text),
  };
}
