import { readFile } from "node:fs/promises";
import { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";
import { findPerson } from "./support/usersPage.js";
import { walkTo } from "./support/walk.js";

const PHONE = { width: 390, height: 844 };

test("an administrator sees who did what to whom, filters it, exports it and verifies the chain [S-69]", async ({
  enter,
  api,
}, testInfo) => {
  const rui = await api.createAccount("Rui", { profile: "admin", queueIds: [] });
  const tag = uniqueName("Auditada");
  const asRui = await Api.signIn(rui);
  await asRui.post("/tag", { name: tag, color: "#1e7a3e" });
  await asRui.dispose();

  const page = await enter();
  await page.goto("/tickets");
  await page.getByRole("link", { name: "Auditoria" }).click();
  await expect(page.getByRole("heading", { name: "Auditoria", level: 1 })).toBeVisible();
  const filters = page.getByRole("group", { name: "Filtros" });
  await filters.getByLabel("Pessoa").selectOption({ label: rui.name });
  await filters.getByLabel("Assunto").selectOption({ label: "Etiqueta" });
  const row = page.getByRole("row").filter({ hasText: tag });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Etiqueta: criação");
  await expect(row).toContainText(rui.name);
  await expect(row).toContainText("127.0.0.1");
  await expect(page.getByRole("row")).toHaveCount(2);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exportar" }).click();
  const file = await (await download).path();
  const text = await readFile(file, "utf8");
  expect(text).toContain(`;server;${rui.name};tag.create;`);
  expect(text.trim().split("\r\n")).toHaveLength(2);
  await page.getByRole("button", { name: "Verificar cadeia" }).click();
  await expect(page.getByText(/Cadeia íntegra: \d+ registros? verificados?\./)).toBeVisible();
  await inspect(page, testInfo, "audit");
  await filters.getByLabel("Ação").selectOption({ label: "Etiqueta: criação" });
  await filters.getByLabel("Endereço (IP)").fill("127.0.0.1");
  await expect(page).toHaveURL(/area=tag&action=tag\.create&ip=127\.0\.0\.1$/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(filters.getByLabel("Ação")).toHaveValue("tag.create");
  await filters.getByLabel("Endereço (IP)").fill("10.9.8.7");
  await expect(page.getByText("Nenhum registro")).toBeVisible();
  await filters.getByLabel("Endereço (IP)").fill("");
  await filters.getByLabel("Até").fill("2020-01-01");
  await expect(page.getByText("Nenhum registro")).toBeVisible();

  await (await findPerson(page, rui.name)).getByRole("button", { name: `Editar ${rui.name}` }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Ver na auditoria" }).click();
  const about = await opened;
  await expect(about).toHaveURL(new RegExp(`/audit\\?kind=user&objectId=${rui.id}$`));
  await expect(about.getByRole("row", { name: /Usuário: criação/ })).toContainText(rui.name);
  await about.close();

  await page.setViewportSize(PHONE);
  await walkTo(page, "/audit");
  await expect(page.getByRole("list", { name: /Registros da auditoria/ })).toBeVisible();
  await inspect(page, testInfo, "audit-phone");
});
