import type { Page } from "@playwright/test";
import type { Api } from "./support/api.js";
import { passTime } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { expectValid } from "./support/formField.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect, inspectDialog } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";

const setting = (api: Api, key: string, value: string) => api.put(`/settings/${key}`, { value });
const question = (page: Page) => page.getByRole("dialog", { name: "Por que encerrar?" });

test("administrators keep the reasons of closing; resolving asks for one, and search, details and dashboard say it [D-500, D-501]", async ({
  enter,
  api,
  ana,
  customer,
}, testInfo) => {
  const sold = uniqueName("Vendido");
  // The dashboard counts what other runs have closed with the id of a reason.
  const id = Number(sold.replace(/\D/g, ""));
  const kept = JSON.stringify([
    { id: id + 1, name: "Sem interesse", color: "#8a5300" },
    { id, name: sold, color: "#1f7a4d" },
  ]);
  await setting(api, "closingReasons", kept);
  const office = await enter();
  try {
    await test.step("administrators keep the list: they add, change, order and delete [D-500]", async () => {
      await office.goto("/settings?find=closingReason");
      await office.getByRole("combobox", { name: "Motivo ao encerrar" }).selectOption("required");
      await office.getByRole("link", { name: "Editar os motivos" }).click();
      await expect(office.getByRole("heading", { name: "Motivos de encerramento" })).toBeVisible();
      await office.getByRole("button", { name: "Adicionar motivo" }).first().click();
      const dialog = office.getByRole("dialog", { name: "Adicionar motivo" });
      await dialog.getByLabel("Motivo", { exact: true }).fill("sem interesse");
      await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
      await expect(dialog.getByText("Já existe um motivo com esse nome.")).toBeVisible();
      await inspectDialog(office, "reason-form");
      await dialog.getByLabel("Motivo", { exact: true }).fill("Engano");
      await expectValid(dialog.getByLabel("Motivo", { exact: true }));
      await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
      await expect(office.getByRole("row", { name: "Engano" })).toBeVisible();
      await office.getByRole("button", { name: `Mover ${sold} para cima` }).click();
      await expect(office.getByRole("row").nth(1)).toContainText(sold);
      await office.getByRole("button", { name: "Editar Engano" }).click();
      const edit = office.getByRole("dialog", { name: "Editar motivo" });
      await edit.getByRole("switch", { name: "Ativo" }).uncheck();
      await edit.getByRole("button", { name: "Salvar" }).click();
      await expect(office.getByRole("row", { name: "Engano" })).toContainText("Inativo");
      await inspect(office, testInfo, "closing-reasons");
      await office.getByRole("button", { name: "Excluir Engano" }).click();
      await office.getByRole("button", { name: "Excluir motivo" }).click();
      await expect(office.getByRole("row", { name: "Engano" })).toHaveCount(0);
    });

    await customer.writes("Vou levar os dois");
    const page = await enter(ana);
    const inbox = await new InboxPage(page).open("Aguardando");
    const { region } = await inbox.accept(customer.name);
    const ticket = new URL(page.url()).pathname;
    const resolve = region.getByRole("button", { name: "Resolver" });

    await test.step("required, it takes a reason or nothing happens [D-500]", async () => {
      await resolve.click();
      await expect(question(page).getByRole("radio").first()).toBeFocused();
      await question(page).getByRole("button", { name: "Encerrar" }).click();
      await expect(question(page).getByText("Escolha um motivo.")).toBeVisible();
      await inspectDialog(page, "closing-reason");
      await page.keyboard.press("Escape");
      await expect(question(page)).toBeHidden();
      await expect(resolve).toBeVisible();
    });

    await test.step("a digit within the note is text, at the reasons it chooses and closes [D-501]", async () => {
      await resolve.click();
      await question(page).getByLabel("Nota para colegas").fill("Dois pneus, 2");
      await expect(question(page).getByLabel("Nota para colegas")).toHaveValue("Dois pneus, 2");
      await question(page).getByRole("radio").first().focus();
      await page.keyboard.press("2");
      await expect(question(page)).toBeHidden();
      await page.getByRole("button", { name: "Desfazer" }).click();
      await expect(page.getByRole("button", { name: "Desfazer" })).toHaveCount(0);
      await page.clock.install();
      await resolve.click();
      await question(page).getByLabel("Nota para colegas").fill("Dois pneus, 2");
      await question(page).getByRole("radio", { name: sold }).check();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: "Desfazer" })).toBeVisible();
      await page.clock.fastForward(5_000);
      await expect(region).toBeHidden();
    });

    await test.step("the search finds it by the reason, and the details say it with the note [D-501]", async () => {
      await walkTo(page, "/tickets?tab=search");
      const filters = page.getByRole("button", { name: "Filtros" });
      if ((await filters.getAttribute("aria-expanded")) !== "true") await filters.click();
      await page.getByRole("combobox", { name: "Motivo do encerramento" }).selectOption(sold);
      await inbox.row(customer.name).click();
      await page.getByRole("button", { name: "Dados do contato" }).click();
      await expect(page.getByRole("heading", { name: "Encerramento" })).toBeVisible();
      await expect(page.getByText("Dois pneus, 2")).toBeVisible();
      await inspect(page, testInfo, "closing-details");
    });

    await test.step("the dashboard counts it, and leads to the conversation [D-501]", async () => {
      await office.clock.install();
      await walkTo(office, "/");
      const card = office.getByRole("region", { name: "Tickets encerrados por motivo" });
      await card.getByRole("button", { name: /como tabela/ }).click();
      const count = card.getByRole("row", { name: sold }).getByRole("button", { name: "1" });
      // Its figures may be some seconds old, and are read again every minute.
      await passTime(office, 60_000, count);
      await count.click();
      await expect(office.getByRole("dialog")).toContainText(customer.name);
      await office.keyboard.press("Escape");
    });

    await test.step("the contact's history has both [D-501]", async () => {
      await walkTo(office, ticket);
      await office.getByRole("button", { name: "Dados do contato" }).click();
      await office.getByRole("button", { name: "Editar", exact: true }).click();
      const entry = office.getByRole("dialog", { name: "Editar contato" }).getByRole("link", { name: /Vou levar os dois/ });
      await expect(entry).toContainText(sold);
      await expect(entry).toContainText("Dois pneus, 2");
    });
  } finally {
    // All tests of a worker share its company.
    await setting(api, "closingReason", "off");
    await setting(api, "closingReasons", "");
  }
});
