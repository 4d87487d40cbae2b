import { sheetFile } from "@balcao/testing/sheetFile";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 720 };
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const fileOf = (rows: readonly (readonly string[])[]) => ({ name: "usuarios.xlsx", mimeType: XLSX, buffer: sheetFile(rows) });
const toEmail = (name: string) => `${name.replace(/\W/g, "")}@example.com`;

async function openImport(page: Page) {
  await page.goto("/users");
  await page.getByRole("button", { name: "Importar" }).click();
  return page.getByRole("dialog", { name: "Importar usuários" });
}

test("users are imported after their rows are shown with their errors; what fails, is no spreadsheet or is stopped says so; the table is searched and loads more as it is scrolled [CONST-006, USER-002, USER-003, USER-005, USER-006, USER-007, API-065, D-122]", async ({
  enter,
  problems,
  api,
  connection,
}, testInfo) => {
  problems.accept(/Console: .*(status of 4(00|09)|ERR_FAILED).*users\/import/);
  const page = await enter();

  await test.step("an import without a file and one that fails say so, and a file that is no spreadsheet is refused [USER-006, USER-007]", async () => {
    const dialog = await openImport(page);
    await dialog.getByRole("button", { name: "Importar", exact: true }).click();
    await expect(page.getByText("Insira um arquivo para importar")).toBeVisible();
    await dialog.getByLabel("Escolher planilha").setInputFiles({
      name: "usuarios.xlsx",
      mimeType: XLSX,
      buffer: Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\n%%EOF"),
    });
    await expect(page.getByText("O arquivo não é uma planilha nem um arquivo de contatos.")).toBeVisible();
    const name = uniqueName("Zeca");
    await dialog.getByLabel("Escolher planilha").setInputFiles(
      fileOf([
        ["Nome", "Email"],
        [name, toEmail(name)],
      ]),
    );
    await page.route(/\/users\/import\/\d+$/, (route) => route.abort());
    await dialog.getByRole("button", { name: "Importar 1 usuário" }).click();
    await expect(page.getByText("Ocorreu um erro na importação")).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  await test.step("users are imported from one spreadsheet after its rows are shown with their errors, and sign in with passwords shown once [USER-003, USER-005, API-065]", async () => {
    const [nina, olga] = [uniqueName("Nina"), uniqueName("Olga")];
    const dialog = await openImport(page);
    await expect(dialog.getByLabel("Escolher planilha")).toHaveAttribute("accept", /\.csv/);
    await expect(dialog.getByLabel("Escolher planilha")).not.toHaveAttribute("multiple");
    const rows = [
      ["Nome", "Email", "Perfil", "Filas"],
      [nina, toEmail(nina), "user", connection.queue.name],
      [olga, toEmail(olga)],
      ["X", "nada", "", "Nenhuma fila assim"],
    ];
    await dialog.getByLabel("Escolher planilha").setInputFiles(fileOf(rows));
    await test.step("columns that are not understood are asked about [D-361]", async () => {
      const unknown = rows.map((cells, at) => (at === 0 ? ["Colaborador", "Endereço", "Cargo", "Setor"] : cells));
      await dialog.getByLabel("Escolher planilha").setInputFiles(fileOf(unknown));
      const columns = dialog.getByRole("region", { name: "Colunas da planilha" });
      await expect(columns).toContainText("Faltam colunas: nome e e-mail são necessários.");
      await inspect(page, testInfo, "import-columns");
      await expect(columns.getByRole("button", { name: "Usar estas colunas" })).toBeDisabled();
      await columns.getByLabel("O que é a coluna Colaborador").selectOption("Nome");
      await columns.getByLabel("O que é a coluna Endereço").selectOption("E-mail");
      await columns.getByLabel("O que é a coluna Cargo").selectOption("Perfil");
      await columns.getByRole("button", { name: "Usar estas colunas" }).click();
      await expect(dialog.getByRole("list", { name: "Linhas da planilha" }).getByRole("listitem")).toHaveCount(3);
      await dialog.getByLabel("Escolher planilha").setInputFiles(fileOf(rows));
    });
    const list = dialog.getByRole("list", { name: "Linhas da planilha" });
    await expect(list.getByRole("listitem")).toHaveCount(3);
    const wrong = list.getByRole("listitem").filter({ hasText: "Linha 4" });
    await expect(wrong).toContainText("Nome de 2 a 50 caracteres · E-mail inválido ou repetido · Fila desconhecida");
    await expect(wrong.getByRole("checkbox")).toBeDisabled();
    await list.getByRole("checkbox", { name: `Linha 3: ${olga}` }).uncheck();
    await inspect(page, testInfo, "import");
    await dialog.getByRole("button", { name: "Importar 1 usuário" }).click();
    await expect(dialog.getByText("1 usuário importado.")).toBeVisible();
    const password = await dialog.locator("code").innerText();
    await dialog.getByRole("button", { name: "Pronto" }).click();
    // Imported people have the usual hours, and this test may run on a Sunday.
    const { users } = await api.get<{ users: { id: number }[] }>(`/users?searchParam=${encodeURIComponent(nina)}`);
    const allDay = { saturday: true, sunday: true, holidays: true, startTime: "", endTime: "" };
    await api.put(`/users/${users[0]?.id ?? 0}`, allDay);
    await (await Api.signIn({ email: toEmail(nina), password })).dispose();

    await page.setViewportSize(PHONE);
    const again = await openImport(page);
    await again.getByLabel("Escolher planilha").setInputFiles(fileOf(rows));
    await expect(again.getByRole("listitem").filter({ hasText: nina })).toContainText("Já tem conta");
    await inspect(page, testInfo, "import-phone");
  });

  await page.setViewportSize(DESKTOP);

  await test.step("an import that the person stops says that nothing was written, and writes nothing [USER-005, D-122]", async () => {
    const dialog = await openImport(page);
    const prefix = uniqueName("Demora");
    const rows = Array.from({ length: 500 }, (_, n) => [`${prefix} ${n}`, toEmail(`${prefix}${n}`)]);
    await dialog.getByLabel("Escolher planilha").setInputFiles(fileOf([["Nome", "Email"], ...rows]));
    await dialog.getByRole("button", { name: "Importar 500 usuários" }).click();
    await dialog.getByRole("button", { name: "Interromper" }).click();
    await expect(dialog.getByText("foi interrompida. Nada foi gravado.")).toBeVisible();
    expect((await api.get<{ count: number }>(`/users?searchParam=${encodeURIComponent(prefix)}`)).count).toBe(0);
    await expect(page.getByText("Ocorreu um erro na importação")).toBeHidden();
  });

  await test.step("the template is a spreadsheet that the import reads; the users' table is searched and loads more as it is scrolled [USER-002, CONST-006]", async () => {
    const dialog = await openImport(page);
    const download = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Baixar modelo" }).click();
    const template = await readFile(await (await download).path());
    await dialog.getByLabel("Escolher planilha").setInputFiles({ name: "modelo.xlsx", mimeType: XLSX, buffer: template });
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    const prefix = uniqueName("Turma");
    const people = Array.from({ length: 45 }, (_, n) => `${prefix} ${String(n).padStart(2, "0")}`);
    const rows = people.map((name) => [name, toEmail(name), connection.queue.name, connection.name]);
    await dialog.getByLabel("Escolher planilha").setInputFiles(fileOf([["Nome", "Email", "Filas", "Conexão"], ...rows]));
    await dialog.getByRole("button", { name: "Importar 45 usuários" }).click();
    await expect(dialog.getByText("45 usuários importados.")).toBeVisible();
    await dialog.getByRole("button", { name: "Pronto" }).click();
    await page.getByRole("searchbox", { name: "Buscar usuário" }).fill(prefix);
    const first = page.getByRole("row").filter({ hasText: `${prefix} 00` });
    await expect(first).toContainText(connection.name);
    await expect(first).toContainText(connection.queue.name);
    const last = page.getByRole("row").filter({ hasText: `${prefix} 44` });
    await expect(last).toHaveCount(0);
    await page.getByRole("row").filter({ hasText: prefix }).last().scrollIntoViewIfNeeded();
    await page.mouse.move(640, 400);
    // The next page lengthens the table, which then has to be scrolled further.
    await expect(async () => {
      await page.mouse.wheel(0, 5_000);
      await expect(last).toHaveCount(1, { timeout: 1_000 });
    }).toPass();
    expect((await api.get<{ count: number }>(`/users?searchParam=${encodeURIComponent(prefix)}`)).count).toBe(45);
  });
});
