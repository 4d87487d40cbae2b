import type { Page } from "@playwright/test";
import type { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

interface QuickAnswer {
  readonly id: number;
  readonly shortcut: string;
  readonly mediaUrl: string | null;
}

let made = 0;
/** A shortcut that no other test uses, in order; runs of the same product differ by the second. */
const uniqueShortcut = (kind: string): string => `${kind}${Date.now().toString(36)}${(made += 1)}`;
const create = (api: Api, shortcut: string) => api.post<QuickAnswer>("/quickAnswers", { shortcut, message: `Mensagem de ${shortcut}` });
const openList = async (page: Page): Promise<void> => {
  await page.goto("/quickAnswers");
  await expect(page.getByRole("heading", { name: "Respostas rápidas", level: 1 })).toBeVisible();
};

test("quick answers are added with files, changed, found, refused and deleted [CONST-006, QUICK-001, QUICK-002, QUICK-003, QUICK-004, QUICK-005, QUICK-006, QUICK-007, QUICK-008, QUICK-009, QUICK-010, LOG-009, RT-018, RT-026, SHELL-009]", async ({
  enter,
  ana,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 400.*\/api\/quickAnswers/);
  const page = await enter(ana);

  await test.step("anybody adds a quick answer with files in an order; the table shows the address of the first one [QUICK-001, QUICK-002, QUICK-004, QUICK-006, QUICK-007, QUICK-008, QUICK-009, SHELL-009]", async () => {
    await page.goto("/tickets");
    await page.getByRole("link", { name: "Respostas rápidas" }).click();
    await expect(page).toHaveURL(/\/quickAnswers$/);
    await page.getByRole("button", { name: "Adicionar resposta rápida" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Adicionar resposta rápida" });
    const add = dialog.getByRole("button", { name: "Adicionar", exact: true });
    const [shortcut, message] = [dialog.getByLabel("Atalho", { exact: true }), dialog.getByLabel("Mensagem")];
    await add.click();
    await expect(shortcut).toHaveAccessibleDescription("Obrigatório");
    await shortcut.fill("x");
    await message.fill("curta");
    await expect(shortcut).toHaveAccessibleDescription("Curto demais");
    await expect(message).toHaveAccessibleDescription("Curto demais");
    const named = uniqueShortcut("0foto");
    await shortcut.fill(named);
    await message.fill("Bom dia, {{name}}!");
    await expect(dialog.locator(".placeholderPreview")).not.toContainText("{{name}}");
    await message.fill("Esta é a nossa loja.");
    await dialog.getByLabel("Quem tem").selectOption({ label: "Só eu" });
    const file = dialog.locator("input[type=file]");
    await file.setInputFiles({ name: "programa.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") });
    await expect(dialog.getByRole("alert")).toContainText("Só arquivos JPEG, PNG, PDF, Office, CSV, texto, MP4, MP3 e OGG.");
    const picture = (name: string) => ({ name, mimeType: "image/png", buffer: PNG });
    await file.setInputFiles([picture("loja.png"), picture("fachada.png")]);
    await file.setInputFiles(picture("mapa.png"));
    const files = dialog.getByRole("group", { name: "Arquivos" }).getByRole("listitem");
    await expect(files).toHaveText([/^loja\.png/, /^fachada\.png/, /^mapa\.png/]);
    await dialog.getByRole("button", { name: "Mover mapa.png para cima" }).press("Enter");
    await expect(files).toHaveText([/^loja\.png/, /^mapa\.png/, /^fachada\.png/]);
    await files.nth(2).locator("[draggable=true]").dragTo(files.nth(1));
    await expect(files).toHaveText([/^loja\.png/, /^fachada\.png/, /^mapa\.png/]);
    await add.click();
    await expect(page.getByText("Resposta rápida salva.")).toBeVisible();
    const row = page.getByRole("row", { name: named });
    await expect(row.getByRole("cell").first()).toHaveText("Sim");
    await expect(row).toContainText("Só eu");
    await expect(row).toContainText("+2");
    const link = row.getByRole("link", { name: /^Imagem \/api\/public\/media\// });
    expect((await page.request.get((await link.getAttribute("href")) ?? "")).headers()["content-type"]).toBe("image/png");
    for (const title of ["Atalho", "Mídia", "Mensagem", "Para", "Usos", "Ações"])
      await expect(page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
    await inspect(page, testInfo, "quick-answers");

    await page.getByRole("button", { name: `Editar ${named}` }).click();
    const editing = page.getByRole("dialog", { name: "Editar resposta rápida" });
    await expect(editing.getByRole("listitem")).toHaveText([/^loja\.png/, /^fachada\.png/, /^mapa\.png/]);
    for (const name of ["loja.png", "fachada.png", "mapa.png"]) await editing.getByRole("button", { name: `Remover ${name}` }).click();
    await editing.getByRole("button", { name: "Salvar" }).click();
    await expect(row.getByRole("cell").first()).toHaveText("Não");
    await expect(row).toContainText("Esta é a nossa loja.");
  });

  await test.step("a taken shortcut is refused at its field, and what others do appears by itself [RT-018, RT-026]", async () => {
    await openList(page);
    const { shortcut } = await create(api, uniqueShortcut("0novo"));
    await expect(page.getByRole("row", { name: shortcut })).toBeVisible();
    await page.getByRole("button", { name: "Adicionar resposta rápida" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Adicionar resposta rápida" });
    await dialog.getByLabel("Atalho", { exact: true }).fill(shortcut);
    await dialog.getByLabel("Mensagem").fill("Outra mensagem.");
    await dialog.getByRole("button", { name: "Adicionar", exact: true }).click();
    await expect(dialog.getByLabel("Atalho", { exact: true })).toHaveAccessibleDescription("Outra resposta rápida já tem este atalho.");
  });

  await test.step("the next page loads near the end, and a search finds shortcuts and messages [QUICK-001, QUICK-003, CONST-006]", async () => {
    const kind = uniqueShortcut("m");
    await Promise.all(Array.from({ length: 25 }, (_each, at) => create(api, `${kind}-${at + 10}`)));
    await openList(page);
    await page.getByRole("searchbox", { name: "Buscar resposta rápida" }).fill(kind.toUpperCase());
    const rows = page.getByRole("rowheader", { name: kind });
    await expect(rows).toHaveCount(20);
    await page.getByRole("row", { name: `${kind}-29` }).scrollIntoViewIfNeeded();
    await expect(rows).toHaveCount(25);
    await page.getByRole("searchbox", { name: "Buscar resposta rápida" }).fill(`mensagem de ${kind}-31`);
    await expect(rows).toHaveCount(1);
  });

  await test.step("the question before a deletion is titled with the shortcut, and the deletion is remarked [QUICK-005, QUICK-010, LOG-009]", async () => {
    const { id, shortcut } = await create(api, uniqueShortcut("0velho"));
    await openList(page);
    await page.getByRole("button", { name: `Excluir ${shortcut}` }).click();
    const question = page.getByRole("alertdialog", { name: `Excluir ${shortcut}?` });
    const remark = page.waitForRequest((request) => request.url().endsWith("/api/log"));
    await question.getByRole("button", { name: "Excluir resposta rápida" }).click();
    await expect(page.getByText("Resposta rápida excluída.")).toBeVisible();
    expect((await remark).postDataJSON()).toMatchObject({
      log: { descricao: `Excluiu a resposta rápida ${shortcut}`, quickAnswersId: id },
    });
    await expect(page.getByRole("row", { name: shortcut })).toHaveCount(0);
  });
});
