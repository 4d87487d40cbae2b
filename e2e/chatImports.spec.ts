import { chatFile } from "@balcao/testing/chatFile";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { uniqueName, uniqueNumber } from "./support/product.js";

/** Opens the import of chats from the menu of the contacts. */
async function openImport(page: Page) {
  await page.goto("/contacts");
  await page.getByRole("button", { name: "Mais ações de contatos" }).click();
  await page.getByRole("menuitem", { name: "Importar conversas do WhatsApp" }).click();
  return page.getByRole("dialog", { name: "Importar conversas do WhatsApp" });
}

test("an administrator looks through exported chats, says what is missing, imports them once and takes them back [D-622, D-623]", async ({
  enter,
  api,
  connection,
}, testInfo) => {
  const customer = uniqueName("Carla");
  const words = uniqueName("jabuticaba");
  const number = uniqueNumber();
  const zip = (name: string, lines: readonly string[]) => ({
    ...{ name: `${name}.zip`, mimeType: "application/zip" },
    buffer: chatFile({ name, text: "_chat.txt", lines }),
  });
  const chat = zip(`Conversa do WhatsApp com ${customer}`, [
    "31/01/2024 21:04 - As mensagens são protegidas com a criptografia de ponta a ponta.",
    `31/01/2024 21:05 - ${customer}: Queria um bolo de ${words}`,
    "31/01/2024 21:06 - Bolos da Ana: Para quando?",
    `31/01/2024 21:07 - ${customer}: foto.jpg (arquivo anexado)`,
  ]);
  const group = zip(
    "Conversa do WhatsApp com Bairro",
    ["Ana", "Rui", "Bia"].map((name) => `31/01/2024 21:05 - ${name}: Oi`),
  );
  const page = await enter();
  const dialog = await openImport(page);
  await dialog.getByLabel("Conexão das conversas").selectOption({ label: connection.name });
  await dialog.getByLabel("Escolher arquivos").setInputFiles([chat, group]);
  const cards = dialog.getByRole("list", { name: "Conversas exportadas" });
  const card = cards.getByRole("listitem").filter({ hasText: customer }).first();
  await expect(card).toContainText("3 mensagens · 1 arquivo · de 31/01/2024 a 31/01/2024");
  await expect(card.getByLabel("Quem é a empresa")).toHaveValue("Bolos da Ana");
  await expect(card.getByLabel("Nome do cliente")).toHaveValue(customer);
  await expect(dialog.getByText("É a conversa de um grupo.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Importar", exact: true })).toBeDisabled();
  await inspect(page, testInfo, "chat-import");
  await dialog.getByRole("button", { name: `Tirar ${group.name}` }).click();
  await card.getByLabel("Número do cliente").fill("12");
  await dialog.getByRole("button", { name: "Conferir" }).click();
  await expect(card.getByText("número curto demais")).toBeVisible();
  await card.getByLabel("Número do cliente").fill(number);
  await dialog.getByRole("button", { name: "Conferir" }).click();
  await expect(dialog.getByText("3 mensagens serão importadas.")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, testInfo, "chat-import-phone");
  await dialog.getByRole("button", { name: "Importar", exact: true }).click();
  await expect(dialog.getByText("3 de 3 mensagens estão aqui · 3 novas").first()).toBeVisible();
  expect(JSON.stringify(await api.get(`/tickets/filter?searchParam=${encodeURIComponent(words)}`))).toContain(customer);

  await dialog.getByLabel("Escolher arquivos").setInputFiles([chat]);
  await card.getByLabel("Número do cliente").fill(number);
  await dialog.getByRole("button", { name: "Conferir" }).click();
  await expect(dialog.getByText("Tudo isto já está aqui.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Importar", exact: true })).toBeDisabled();

  await dialog.getByRole("button", { name: `Desfazer a importação de ${customer}` }).click();
  await inspect(page, testInfo, "chat-import-undo");
  await page.getByRole("button", { name: "Desfazer importação" }).click();
  await expect(page.getByText("Importação desfeita: 3 mensagens excluídas.").first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: `Desfazer a importação de ${customer}` })).toBeHidden();
  expect((await api.get<{ contacts: object[] }>(`/contacts?searchParam=${number}`)).contacts).toEqual([]);
});
