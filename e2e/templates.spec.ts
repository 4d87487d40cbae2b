import { randomInt } from "node:crypto";
import { patience } from "@balcao/testing/patience";
import type { Locator, Page, TestInfo } from "@playwright/test";
import { CloudConnection } from "./support/cloudConnection.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { TemplatesPage } from "./support/templatesPage.js";

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 800 } } as const;

/** Judges the shown screen in both sizes, and leaves it on the desktop. */
async function inspectSizes(page: Page, testInfo: TestInfo, screen: string): Promise<void> {
  await page.setViewportSize(SIZES.phone);
  await inspect(page, testInfo, `${screen}-phone`);
  await page.setViewportSize(SIZES.desktop);
  await inspect(page, testInfo, `${screen}-desktop`);
}

const uniqueTemplate = (kind: string): string => `${kind}_${randomInt(100_000, 1_000_000)}`;

// Each screen is judged in two sizes.
test.setTimeout(patience(180_000));

/** The hue of an element's text in degrees: red is about 0, orange 20 to 50, green 90 to 170. */
async function hueOf(element: Locator): Promise<number> {
  const [red = 0, green = 0, blue = 0] = await element.evaluate((node) =>
    (getComputedStyle(node).color.match(/[\d.]+/g) ?? []).map(Number),
  );
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (most === red) return (((((green - blue) / (most - least)) * 60) % 360) + 360) % 360;
  return most === green ? ((blue - red) / (most - least)) * 60 + 120 : ((red - green) / (most - least)) * 60 + 240;
}

test("the templates of a connection are listed with their status, deleted, written, limited, refused and submitted [SHELL-016, SHELL-030, TMPL-001, TMPL-002, TMPL-003, TMPL-004, TMPL-005, TMPL-009, TMPL-010, TMPL-011, TMPL-015, TMPL-018, TMPL-019, D-219]", async ({
  enter,
  ana,
  api,
  connection,
  cloud,
  problems,
}, testInfo) => {
  problems.accept(/status of 400/);
  const page = new TemplatesPage(await enter());

  await test.step("templates are under Administration, on a page that every signed-in person may read [SHELL-016, SHELL-030]", async () => {
    await page.page.goto("/tickets");
    await page.page.getByRole("link", { name: "Templates" }).click();
    await expect(page.page).toHaveURL(/\/templates$/);
    await expect(page.page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();

    const hers = await enter(ana);
    await hers.goto("/templates");
    await expect(hers.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
    await expect(hers.getByRole("link", { name: "Templates" })).toBeHidden();
    await expect(hers).toHaveURL(/\/templates$/);
    await expect(hers.getByRole("button", { name: "Novo template" })).toBeHidden();
  });

  await test.step("the templates of the first cloud connection are shown, and of another one when it is chosen [TMPL-001]", async () => {
    const second = await CloudConnection.link(api);
    const [mine, others] = [uniqueTemplate("da_segunda"), uniqueTemplate("da_outra")];
    await second.addTemplate(mine, "APPROVED", [{ type: "BODY", text: "Seu pedido saiu." }]);
    await cloud.addTemplate(others, "APPROVED", [{ type: "BODY", text: "Seu pedido chegou." }]);
    await page.page.goto("/templates");
    const connections = await api.get<{ id: number; api: string }[]>("/whatsapp");
    const first = connections.filter((each) => each.api === "cloud_api").toSorted((a, b) => a.id - b.id)[0];
    await expect(page.connection).toHaveValue(String(first?.id));
    await expect(page.connection.getByRole("option", { name: connection.name })).toHaveCount(0);

    await page.connection.selectOption({ label: second.name });
    await expect(page.row(mine)).toBeVisible();
    await expect(page.row(others)).toHaveCount(0);
    await page.connection.selectOption({ label: cloud.name });
    await expect(page.row(others)).toBeVisible();
    await expect(page.row(mine)).toHaveCount(0);
  });

  await test.step("the table shows name, category, language and status: green, red, or orange for all others [TMPL-002]", async () => {
    const names = { approved: uniqueTemplate("aprovado"), rejected: uniqueTemplate("recusado"), waiting: uniqueTemplate("em_analise") };
    const body = [{ type: "BODY", text: "Seu pedido está a caminho." }] as const;
    await cloud.addTemplate(names.approved, "APPROVED", body);
    await cloud.addTemplate(names.rejected, "REJECTED", body, { category: "MARKETING", language: "en_US", reason: "PROMOTIONAL" });
    await cloud.addTemplate(names.waiting, "PENDING", body, { category: "AUTHENTICATION", language: "es_ES" });
    await page.open(cloud.name);
    for (const [name, category, language, status, from, to] of [
      [names.approved, "Utilidade", "Português (BR)", "Aprovado", 90, 170],
      [names.rejected, "Marketing", "Inglês (EUA)", "Rejeitado", 0, 15],
      [names.waiting, "Autenticação", "Espanhol (ES)", "Em análise", 18, 50],
    ] as const) {
      const row = page.row(name);
      await expect(row.getByRole("cell").nth(0)).toHaveText(category);
      await expect(row.getByRole("cell").nth(1)).toHaveText(language);
      const chip = row.getByRole("cell").nth(2).getByText(status, { exact: true });
      await expect(chip).toBeVisible();
      const hue = await hueOf(chip);
      expect(hue, `hue of ${status}`).toBeGreaterThanOrEqual(from);
      expect(hue, `hue of ${status}`).toBeLessThanOrEqual(to);
    }
    for (const title of ["Nome", "Categoria", "Idioma", "Status"])
      await expect(page.page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
    await expect(page.row(names.rejected).getByTitle("Motivo informado pela Meta: PROMOTIONAL")).toBeVisible();
    await inspectSizes(page.page, testInfo, "templates");
  });

  await test.step("a template is deleted after a question that names it, at Meta too, and the browser records a remark [TMPL-003, TMPL-019, D-219]", async () => {
    const name = uniqueTemplate("antigo");
    await cloud.addTemplate(name, "APPROVED", [{ type: "BODY", text: "Seu pedido chegou." }]);
    await page.open(cloud.name);
    await page
      .row(name)
      .getByRole("button", { name: `Excluir ${name}` })
      .click();
    const question = page.page.getByRole("alertdialog", { name: `Excluir o template ${name}?` });
    const remark = page.page.waitForRequest((request) => request.method() === "POST" && new URL(request.url()).pathname === "/api/log");
    await question.getByRole("button", { name: "Excluir template" }).click();
    expect((await remark).postDataJSON()).toMatchObject({ log: { descricao: `Excluiu o template ${name}`, origem: "Templates" } });
    expect((await (await remark).response())?.status()).toBe(200);
    await expect(page.page.getByText("Template excluído.")).toBeVisible();
    await expect(page.row(name)).toHaveCount(0);
    await page.open(cloud.name);
    await expect(page.page.getByRole("button", { name: "Novo template" }).first()).toBeVisible();
    await expect(page.row(name)).toHaveCount(0);
  });

  await test.step("a template is written, limited, refused and submitted [TMPL-004, TMPL-005, TMPL-009, TMPL-010, TMPL-011, TMPL-015, TMPL-018]", async () => {
    await test.step("a template is written and submitted, and the result of its review appears by itself [TMPL-004, TMPL-005]", async () => {
      const form = await page.add();
      const name = uniqueTemplate("retirada");
      await form.getByLabel("Nome", { exact: true }).fill(name);
      await form.getByLabel("Idioma").selectOption({ label: "Inglês (EUA)" });
      await form.getByLabel("Categoria").selectOption({ label: "Marketing" });
      await form.getByRole("textbox", { name: /^Cabeçalho/ }).fill("Pedido pronto");
      const body = form.getByLabel("Corpo");
      await body.fill("Olá , seu pedido espera.");
      await body.press("Home");
      for (let step = 0; step < 4; step += 1) await body.press("ArrowRight");
      await form.getByRole("button", { name: "Adicionar variável" }).click();
      await expect(body).toHaveValue("Olá {{1}}, seu pedido espera.");
      await form.getByLabel("Rodapé").fill("Loja Central");
      await page.addButton("Resposta rápida");
      await form.getByLabel("Texto do botão").fill("Vou buscar");
      const preview = form.getByRole("group", { name: "Prévia" });
      for (const text of ["Pedido pronto", "Olá {{1}}, seu pedido espera.", "Loja Central", "Vou buscar"])
        await expect(preview.getByText(text)).toBeVisible();
      await form.getByRole("button", { name: "Enviar para análise" }).click();

      const notice = "Template enviado para análise. Quando ela terminar, ele será listado, se for aprovado.";
      await expect(page.page.getByText(notice)).toBeVisible();
      await expect(form).toBeHidden();
      const row = page.row(name);
      for (const text of ["Marketing", "Inglês (EUA)", "Em análise"]) await expect(row.getByText(text)).toBeVisible();
      await cloud.judge(name, "APPROVED");
      await expect(row.getByText("Aprovado")).toBeVisible();
    });

    await test.step("a button that may not be added shows the reason at the click [TMPL-009, TMPL-010, TMPL-011, TMPL-015]", async () => {
      const form = await page.add();
      const addVariable = form.getByRole("button", { name: "Adicionar variável" });
      await form.getByLabel("Corpo").fill("Olá ");
      for (let count = 1; count <= 9; count += 1) {
        await addVariable.click();
        await expect(form.getByLabel("Corpo")).toHaveValue(new RegExp(`\\{\\{${count}\\}\\}$`));
      }
      await addVariable.click();
      await expect(form.getByText("Limite de variáveis atingido!")).toBeVisible();
      await expect(form.getByLabel("Corpo")).not.toHaveValue(/\{\{10\}\}/);

      await page.addButton("Link");
      await page.addButton("Link");
      await expect(form.getByText("Limite de botões de URL atingido!")).toBeVisible();
      await form.getByRole("button", { name: "Remover o botão 1" }).click();
      await page.addButton("Telefone");
      await page.addButton("Telefone");
      await expect(form.getByText("Limite de botões de telefone atingido!")).toBeVisible();
      await page.addButton("Resposta rápida");
      await page.addButton("Resposta rápida");
      await page.addButton("Resposta rápida");
      await expect(form.getByText("Limite de botões atingido!")).toBeVisible();
      await expect(form.getByLabel("Texto do botão")).toHaveCount(3);
      await form.getByRole("button", { name: "Enviar para análise" }).click();
      await expect(form.getByText("O texto do botão é obrigatório!").first()).toBeVisible();
      await inspectSizes(page.page, testInfo, "template-form");
      await page.page.keyboard.press("Escape");
      await page.page.getByRole("button", { name: "Descartar" }).click();
      await expect(form).toBeHidden();
    });

    await test.step("a template that Meta refuses is not saved, and its form keeps the values [TMPL-018]", async () => {
      const form = await page.add();
      const name = uniqueTemplate("recusado");
      await form.getByLabel("Nome", { exact: true }).fill(name);
      await form.getByLabel("Corpo").fill("Seu pedido espera.");
      await cloud.refuseNext("POST", "message_templates", 400, {
        error: { message: "Invalid parameter", code: 100, error_user_msg: "Este conteúdo já existe em outro template." },
      });
      await form.getByRole("button", { name: "Enviar para análise" }).click();
      await expect(page.page.getByText("Não foi possível salvar o template")).toBeVisible();
      await expect(form.getByLabel("Nome", { exact: true })).toHaveValue(name);
      await expect(form.getByLabel("Corpo")).toHaveValue("Seu pedido espera.");
      await form.getByRole("button", { name: "Enviar para análise" }).click();
      await expect(page.row(name)).toBeVisible();
    });
  });
});
