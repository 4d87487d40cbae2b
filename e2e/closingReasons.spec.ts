import type { Page } from "@playwright/test";
import type { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect, inspectDialog } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";

const setting = (api: Api, key: string, value: string) => api.put(`/settings/${key}`, { value });
const question = (page: Page) => page.getByRole("dialog", { name: "Por que encerrar?" });

test.describe("with reasons of closing", () => {
  // All tests of a worker share its company.
  test.afterEach(async ({ api }) => {
    await setting(api, "closingReason", "off");
    await setting(api, "closingReasons", "");
  });

  test("administrators keep the list: they add, change, order and delete, and old conversations keep the name [D-500]", async ({
    enter,
  }, testInfo) => {
    const page = await enter();
    await page.goto("/settings?find=closingReason");
    await page.getByRole("combobox", { name: "Motivo ao encerrar" }).selectOption("optional");
    await page.getByRole("link", { name: "Editar os motivos" }).click();
    await expect(page.getByRole("heading", { name: "Motivos de encerramento" })).toBeVisible();
    const dialog = page.getByRole("dialog", { name: "Adicionar motivo" });
    for (const name of ["Vendido", "Sem interesse"]) {
      await page.getByRole("button", { name: "Adicionar motivo" }).first().click();
      await dialog.getByLabel("Motivo", { exact: true }).fill(name);
      await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
      await expect(page.getByRole("row", { name })).toBeVisible();
    }
    await test.step("a name is given once", async () => {
      await page.getByRole("button", { name: "Adicionar motivo" }).first().click();
      await dialog.getByLabel("Motivo", { exact: true }).fill("vendido");
      await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
      await expect(dialog.getByText("Já existe um motivo com esse nome.")).toBeVisible();
      await inspectDialog(page, "reason-form");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Descartar" }).click();
      await expect(dialog).toBeHidden();
    });
    await page.getByRole("button", { name: "Mover Sem interesse para cima" }).click();
    await expect(page.getByRole("row").nth(1)).toContainText("Sem interesse");
    await page.getByRole("button", { name: "Editar Vendido" }).click();
    const edit = page.getByRole("dialog", { name: "Editar motivo" });
    await edit.getByRole("switch", { name: "Ativo" }).uncheck();
    await edit.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByRole("row", { name: "Vendido" })).toContainText("Inativo");
    await inspect(page, testInfo, "closing-reasons");
    await page.getByRole("button", { name: "Excluir Vendido" }).click();
    await page.getByRole("button", { name: "Excluir motivo" }).click();
    await expect(page.getByRole("row", { name: "Vendido" })).toHaveCount(0);
  });

  test("resolving asks why, and one digit answers; the details, the search and the dashboard say it [D-500, D-501]", async ({
    enter,
    api,
    ana,
    customer,
  }, testInfo) => {
    test.slow();
    const sold = uniqueName("Vendido");
    await setting(
      api,
      "closingReasons",
      JSON.stringify([
        { id: 1, name: "Sem interesse", color: "#8a5300" },
        { id: 2, name: sold, color: "#1f7a4d" },
      ]),
    );
    await setting(api, "closingReason", "required");
    await customer.writes("Vou levar os dois");
    const page = await enter(ana);
    const inbox = await new InboxPage(page).open("Aguardando");
    const { region } = await inbox.accept(customer.name);
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
      await resolve.click();
      await question(page).getByLabel("Nota para colegas").fill("Dois pneus, 2");
      await question(page).getByRole("radio", { name: sold }).check();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: "Desfazer" })).toBeVisible();
      await expect(inbox.row(customer.name)).toHaveCount(0);
    });

    await test.step("the search finds it by the reason [D-501]", async () => {
      await page.goto("/tickets?tab=search");
      const filters = page.getByRole("button", { name: "Filtros" });
      if ((await filters.getAttribute("aria-expanded")) !== "true") await filters.click();
      await page.getByRole("combobox", { name: "Motivo do encerramento" }).selectOption(sold);
      await expect(inbox.row(customer.name)).toBeVisible();
      await inbox.row(customer.name).click();
    });

    await test.step("the details say why, and the note [D-501]", async () => {
      await page.getByRole("button", { name: "Dados do contato" }).click();
      await expect(page.getByRole("heading", { name: "Encerramento" })).toBeVisible();
      await expect(page.getByText("Dois pneus, 2")).toBeVisible();
      await inspect(page, testInfo, "closing-details");
    });

    await test.step("the dashboard counts it, and leads to the conversation [D-501]", async () => {
      const office = await enter();
      await office.goto("/");
      const card = office.getByRole("region", { name: "Tickets encerrados por motivo" });
      await card.getByRole("button", { name: /como tabela/ }).click();
      await card.getByRole("row", { name: sold }).getByRole("button", { name: "1" }).click();
      await expect(office.getByRole("dialog")).toContainText(customer.name);
    });

    await test.step("the contact's history has both [D-501]", async () => {
      const office = await enter();
      await office.goto(new URL(page.url()).pathname);
      await office.getByRole("button", { name: "Dados do contato" }).click();
      await office.getByRole("button", { name: "Editar", exact: true }).click();
      const entry = office.getByRole("dialog", { name: "Editar contato" }).getByRole("link", { name: /Vou levar os dois/ });
      await expect(entry).toContainText(sold);
      await expect(entry).toContainText("Dois pneus, 2");
    });
  });
});
