import { patience } from "@balcao/testing/patience";
import type { Page } from "@playwright/test";
import { alterAnswer } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

// Each screen is inspected in two themes and two widths.
test.setTimeout(patience(180_000));

/** Opens the history of a message from its menu. */
async function openInfo(conversation: Conversation, text: string | RegExp) {
  const page = conversation.region.page();
  await (await conversation.openMenu(text)).getByRole("menuitem", { name: "Dados da mensagem" }).click();
  return page.getByRole("dialog", { name: "Dados da mensagem" });
}

const VCARD = (name: string, phone: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${phone}:+${phone}\nEND:VCARD`;

async function look(page: Page, testInfo: Parameters<typeof inspect>[1], name: string): Promise<void> {
  await inspect(page, testInfo, `${name}-desktop`);
  await page.setViewportSize({ width: 360, height: 800 });
  await inspect(page, testInfo, `${name}-phone`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("everything that a customer can send is shown by its type, in groups too [CONV-004, CONV-011, CONV-026, CONV-028, CONV-030, CONTACT-002]", async ({
  enter,
  api,
  ana,
  connection,
}, testInfo) => {
  const customer = await connection.newCustomer();
  await customer.writes("Bom dia!");
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  const { region, message } = sayings(await inbox.accept(customer.name));
  const ticket = new URL(page.url()).pathname;

  await test.step("a group has authors, mentions, readers and details [CONV-004, CONV-011, CONV-030, CONTACT-002]", async () => {
    const [first, second] = [await connection.newCustomer(), await connection.newCustomer()];
    const name = uniqueName("Obra");
    const group = await connection.newGroup(name, [first, second], "Entregas e recados");
    await first.does({ kind: "text", text: "Bom dia a todos", group });
    await second.does({ kind: "text", text: `@${first.phone} chegou o cimento?`, group, mentions: [`${first.phone}@s.whatsapp.net`] });
    await inbox.show("Grupos");
    await inbox.row(name).click();
    const conversation = inbox.conversation(name);

    await test.step("a group shows the author of each message, and mentions by name", async () => {
      await expect(conversation.region.getByText("Bom dia a todos")).toBeVisible();
      for (const { name: author } of [first, second])
        await expect(conversation.region.getByText(author, { exact: true }).first()).toBeVisible();
      await expect(conversation.region.getByText(`@${first.name}`)).toBeVisible();
    });

    await test.step("in a group an @ lists its participants, chosen with the keyboard [CONV-011]", async () => {
      const list = conversation.region.getByRole("listbox", { name: "Participantes" });
      await conversation.box.pressSequentially("Oi, @");
      await expect(list.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
      await expect(conversation.box).toHaveAttribute("aria-expanded", "true");
      await conversation.box.press("Escape");
      await expect(list).toBeHidden();
      await expect(conversation.box).toBeFocused();
      await conversation.box.pressSequentially(second.phone.slice(-8));
      await expect(list.getByRole("option")).toHaveCount(1);
      const active = await conversation.box.getAttribute("aria-activedescendant");
      await expect(list.getByRole("option", { name: second.name })).toHaveAttribute("id", active ?? "none");
      await conversation.box.press("Enter");
      await expect(conversation.box).toHaveValue(`Oi, @${second.name} `);
      await expect(list).toBeHidden();
      const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/api/messages/"));
      await conversation.box.press("Enter");
      expect(((await sent).postDataJSON() as { body: string }).body).toContain(`@${second.phone}`);
      await expect(conversation.region.getByText(`@${second.name}`)).toBeVisible();
    });

    await page.setViewportSize({ width: 390, height: 844 });
    await test.step("in a group the info says who read the message and who has only received it [CONV-030]", async () => {
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
      await page.keyboard.press("Escape");
      await expect(again).toBeHidden();
    });

    await test.step("on a phone the details cover a group's conversation, with its description and participants [CONV-004, CONTACT-002]", async () => {
      await page.getByRole("button", { name: "Dados do contato" }).click();
      const dialog = page.getByRole("dialog", { name: "Dados do grupo" });
      await expect(dialog.getByText("Entregas e recados")).toBeVisible();
      await expect(dialog.getByRole("heading", { name: "3 participantes" })).toBeVisible();
      await expect(dialog.getByText(first.name)).toBeVisible();
      await inspect(page, testInfo, "group-phone");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("button", { name: "Dados do contato" })).toBeFocused();
    });
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await walkTo(page, ticket);
  await expect(region).toBeVisible();
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

  await test.step("texts are drawn as the phone draws them, and very long ones are opened on demand [CONV-026]", async () => {
    await customer.writes("Lista:\n- *um*\n- dois\n> citado\nuse `npm test` em www.example.com");
    await customer.writes(`Começo ${"palavra ".repeat(400)}fim`);
    const drawn = message(/^.*Lista:/);
    await expect(drawn.getByRole("listitem")).toHaveText(["um", "dois"]);
    await expect(drawn.getByRole("blockquote")).toHaveText("citado");
    await expect(drawn.getByRole("code")).toHaveText("npm test");
    await expect(drawn.getByRole("link")).toHaveAttribute("href", "http://www.example.com");
    const long = message(/Começo/);
    await expect(long).not.toContainText("fim");
    await long.getByRole("button", { name: "Ler mais" }).click();
    await expect(long).toContainText("palavra fim");
  });

  await test.step("a voice note shows its length and loudness, and plays; an edit that could not be read is mentioned [CONV-028]", async () => {
    const peaks = Array.from({ length: 64 }, (_, at) => Math.round(50 + 45 * Math.sin(at / 3) * Math.cos(at / 11)));
    await alterAnswer<{ messages: { body: string; media: object | null }[] }>(page, "/api/messages/*", (answer) => ({
      ...answer,
      messages: answer.messages.map((each) => ({
        ...each,
        media: each.media && { ...each.media, peaks },
        editUnreadable: each.body.startsWith("Lista:"),
      })),
    }));
    await customer.sends("voice");
    const play = region.getByRole("button", { name: "Reproduzir" });
    await expect(play).toBeVisible();
    await expect(region.getByText(/^0:00 \/ 0:0[1-9]$/)).toBeVisible();
    // What is not read yet would open the conversation at its first message.
    await expect.poll(async () => (await api.get<{ unreadMessages: number }>(ticket)).unreadMessages).toBe(0);
    await page.reload();
    await expect(region.locator(".audioWave rect")).toHaveCount(64);
    await expect(message(/Lista:/).getByText("editada; o novo texto não pôde ser lido aqui")).toBeVisible();
    await play.click();
    await expect.poll(() => region.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);
  });
});

test("what customers of a Meta connection tap and order is shown as text [CONV-026]", async ({ enter, rui, cloud }, testInfo) => {
  const customer = cloud.newCustomer();
  const ad = { source_url: "https://fb.me/1", source_type: "ad", source_id: "120210", headline: "Mesas de nogueira", body: "Só hoje" };
  await customer.sends("text", { text: "Quero saber mais", more: { referral: ad } });
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

  await test.step("the advertisement that a customer tapped is kept with the ticket and shown in the details", async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.getByRole("button", { name: "Dados do contato" }).click();
    const dialog = page.getByRole("dialog", { name: "Dados do contato" });
    await expect(dialog.getByRole("heading", { name: "Veio de um anúncio" })).toBeVisible();
    await expect(dialog.getByText("Mesas de nogueira")).toBeVisible();
    await expect(dialog.getByText("120210")).toBeVisible();
    await expect(dialog.getByRole("link", { name: "https://fb.me/1" })).toHaveAttribute("rel", /noopener/);
    await inspect(page, testInfo, "ad-tablet-desktop");
  });

  await test.step("a search asks for this advertisement alone, and the view that is made of it [D-613, D-693]", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Escape");
    await walkTo(page, "/tickets");
    await page.getByRole("tab", { name: /^Busca/ }).click();
    const found = page.getByRole("tabpanel").getByRole("row").filter({ hasText: customer.name });
    await page.getByLabel("Origem", { exact: true }).selectOption("Qualquer anúncio");
    await expect(found).toBeVisible();
    await page.getByLabel("Origem", { exact: true }).selectOption("Mesas de nogueira · 120210");
    await expect(page.getByRole("button", { name: "Remover o filtro Origem: Mesas de nogueira · 120210" })).toBeVisible();
    await expect(found).toBeVisible();
    await page.getByRole("button", { name: "Salvar como visão" }).click();
    const dialog = page.getByRole("dialog", { name: "Salvar como visão" });
    const name = uniqueName("Nogueira");
    await dialog.getByLabel("Nome", { exact: true }).fill(name);
    await expect(dialog.getByLabel("Origem", { exact: true })).toHaveValue("=120210");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    const panel = page.getByRole("tabpanel", { name });
    await expect(panel.getByRole("row").filter({ hasText: customer.name })).toBeVisible();
    await page.getByRole("button", { name: "Editar a visão" }).click();
    await expect(page.getByRole("dialog", { name: "Editar visão" }).getByLabel("Origem", { exact: true })).toHaveValue("=120210");
  });
});

function sayings(conversation: Conversation) {
  return {
    region: conversation.region,
    message: (text: string | RegExp) => conversation.message(typeof text === "string" ? new RegExp(text) : text),
  };
}
