import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { uniqueName, uniqueNumber } from "./support/product.js";

test("contact cards are sent from the attach menu, each as a message of its own [CONV-002, CONV-007, API-023]", async ({
  enter,
  ana,
  api,
  customer,
}, testInfo) => {
  const people = [1, 2].map(() => ({ name: uniqueName("Fornecedor"), number: uniqueNumber(), respostaAutomatica: true }));
  for (const person of people) await api.post("/contacts", person);
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Quem entrega?");
  const conversation = await inbox.accept(customer.name);
  await conversation.region.getByRole("button", { name: "Anexar" }).click();
  await expect(page.getByRole("menuitem", { name: "Contato" })).toBeVisible();
  await inspect(page, testInfo, "attach-menu");
  await page.getByRole("menuitem", { name: "Contato" }).click();
  const dialog = page.getByRole("dialog", { name: "Enviar contato" });
  const send = dialog.getByRole("button", { name: "Enviar" });
  await expect(send).toBeDisabled();
  for (const { name } of people) {
    await dialog.getByRole("combobox", { name: "Contatos" }).fill(name);
    await dialog.getByRole("option", { name }).click();
    await expect(dialog.getByRole("button", { name: `Remover ${name}` })).toBeVisible();
  }
  await expect(dialog).toContainText("Cada contato vai em uma mensagem separada.");
  await send.click();
  await expect(dialog).toBeHidden();
  for (const { name } of people) await expect(conversation.region.getByText(name, { exact: true }).last()).toBeVisible();
  await expect(conversation.region.getByRole("img", { name: "Entregue" })).toHaveCount(2);
});

test("emoji are found by name, the usual one first, and those chosen last come back; a lone one is large", async ({
  enter,
  ana,
  customer,
}, testInfo) => {
  const page = await enter(ana, { viewport: { width: 390, height: 844 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Obrigada!");
  const conversation = await inbox.accept(customer.name);
  const { region, box } = conversation;
  const picker = page.getByRole("dialog", { name: "Emoji" });
  const showEmoji = async () => {
    await region.getByRole("button", { name: "Anexar e mais opções" }).click();
    await page.getByRole("menuitem", { name: "Emoji" }).click();
  };
  await showEmoji();
  await expect(picker.getByRole("group", { name: "Recentes" })).toBeHidden();
  const search = picker.getByRole("searchbox", { name: "Buscar emoji" });
  await search.fill("coração");
  const found = picker.getByRole("group", { name: "Resultados da busca" }).getByRole("button");
  await expect(found.first()).toHaveText("❤️");
  await inspect(page, testInfo, "emoji-search-phone");
  await search.press("ArrowRight");
  await search.press("ArrowLeft");
  await search.press("Enter");
  await expect(picker).toBeHidden();
  await expect(box).toHaveValue("❤️");
  await box.press("Enter");
  await expect(conversation.message(/❤️/).locator("[data-emoji]")).toHaveCSS("font-size", "44px");
  await showEmoji();
  await search.fill("nada disso existe");
  await expect(picker.getByText("Nenhum emoji encontrado")).toBeVisible();
  await search.fill("");
  await expect(picker.getByRole("group", { name: "Recentes" }).getByRole("button")).toHaveText(["❤️"]);
  await picker.getByRole("group", { name: "Recentes" }).getByRole("button").click();
  await expect(box).toHaveValue("❤️");
});
