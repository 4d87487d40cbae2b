import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { largePicture } from "./support/pictures.js";
import { uniqueName } from "./support/product.js";

const PHONE = { width: 390, height: 844 };

async function openProfile(page: Page, name: string) {
  await page
    .getByRole("banner")
    .getByRole("button", { name: `Conta de ${name}` })
    .click();
  await page.getByRole("menuitem", { name: "Perfil" }).click();
  const dialog = page.getByRole("dialog", { name: "Meu perfil" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("a person changes the own name and photo, which the app bar shows at once [D-112, API-063, USER-009, LOG-007, S-12]", async ({
  enter,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 401.*\/api\//);
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [] });
  const page = await enter(rui);
  await page.goto("/tickets");
  const dialog = await openProfile(page, rui.name);
  await dialog.getByLabel("Alterar foto").setInputFiles({ name: "nota.txt", mimeType: "text/plain", buffer: Buffer.from("texto") });
  await expect(dialog.getByText("Escolha uma imagem JPEG, PNG ou WebP.")).toBeVisible();
  await dialog.getByLabel("Alterar foto").setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: largePicture(600, 600) });
  await expect(page.getByText("Foto salva.")).toBeVisible();
  await expect(page.locator(".accountButton .avatar img")).toBeVisible();
  const name = uniqueName("Rui Novo");
  await dialog.getByLabel("Nome").fill(name);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Perfil salvo.")).toBeVisible();
  await expect(page.getByRole("button", { name: `Conta de ${name}` })).toBeVisible();
  expect(await api.get(`/users/${rui.id}`)).toMatchObject({ name, email: rui.email, profile: "user" });

  await test.step("a person ends another of the own sessions, and that browser is signed out [S-12]", async () => {
    const lost = await enter(rui);
    await lost.goto("/tags");
    await expect(lost.getByRole("heading", { name: "Etiquetas", level: 1 })).toBeVisible();
    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: `Conta de ${name}` }).click();
    await page.getByRole("menuitem", { name: "Segurança" }).click();
    await expect(page.getByRole("heading", { name: "Segurança da conta" })).toBeVisible();
    const sessions = page.getByRole("list", { name: "Sessões ativas" }).getByRole("listitem");
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: "Esta sessão" })).toHaveCount(1);
    await inspect(page, testInfo, "security-phone");
    await page.getByRole("button", { name: /^Encerrar a sessão de/ }).click();
    await expect(page.getByText("Sessão encerrada.")).toBeVisible();
    await expect(sessions).toHaveCount(1);
    await lost.reload();
    await expect(lost).toHaveURL(/\/login/);
  });
});
