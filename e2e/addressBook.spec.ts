import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { uniqueName, uniqueNumber } from "./support/product.js";

/** Opens the import of contacts. */
async function openImport(page: Page) {
  await page.goto("/contacts");
  await page.getByRole("button", { name: "Importar", exact: true }).click();
  return page.getByRole("dialog", { name: "Importar contatos" });
}

test("the contacts saved on the phone are counted first, then imported, and known numbers stay [CONTACT-004, API-051, D-133, D-252]", async ({
  enter,
  api,
  connection,
  cloud,
}, testInfo) => {
  const known = { name: uniqueName("Cliente"), number: uniqueNumber() };
  await api.post("/contacts", { ...known, respostaAutomatica: true });
  const fresh = { name: uniqueName("Agenda"), number: uniqueNumber() };
  await connection.savesContact(fresh.number, fresh.name);
  await connection.savesContact(known.number, "Outro nome");
  await connection.savesContact("100000000000077@lid", "Só LID");
  const own = { profile: "user" as const, queueIds: [connection.queue.id], editContact: true, whatsappId: connection.id };
  const caio = await api.createAccount("Caio", own);
  const page = await enter(caio, { viewport: { width: 1440, height: 900 } });
  const dialog = await openImport(page);
  const choose = dialog.getByRole("button", { name: "Do celular" });
  await expect(choose).toHaveAccessibleDescription(new RegExp(`celular de ${connection.name}`));
  await choose.click();
  const summary = dialog.getByRole("status");
  await expect(summary).toContainText("1 contato novo");
  await expect(summary).toContainText("1 número já existe");
  await expect(summary).toContainText("1 contato salvo fica de fora");
  await inspect(page, testInfo, "contacts-from-phone");
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, testInfo, "contacts-from-phone-small");
  await dialog.getByRole("button", { name: "Importar", exact: true }).click();
  await expect(page.getByText("1 contato importado.").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Importação de contatos" })).toContainText("1 contato salvo fica de fora");
  const namesOf = async (number: string) =>
    (await api.get<{ contacts: readonly { name: string }[] }>(`/contacts?searchParam=${number}`)).contacts.map(({ name }) => name);
  expect([await namesOf(fresh.number), await namesOf(known.number)]).toEqual([[fresh.name], [known.name]]);

  await test.step("a connection without an address book says why it cannot be imported [D-133, D-252]", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await api.put(`/users/${caio.id}`, { whatsappId: cloud.id });
    const dialog = await openImport(page);
    const choose = dialog.getByRole("button", { name: "Do celular" });
    await expect(choose).toBeDisabled();
    await expect(choose).toHaveAccessibleDescription(/número da Meta, que não tem agenda de celular/);
  });
});
