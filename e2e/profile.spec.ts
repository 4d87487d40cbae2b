import type { Page } from "@playwright/test";
import { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { largePicture } from "./support/pictures.js";
import { uniqueName } from "./support/product.js";
import { findPerson } from "./support/usersPage.js";

const PHONE = { viewport: { width: 390, height: 844 } };

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

test("a person changes the own name and photo, which the app bar shows at once [D-112, API-063, USER-009, LOG-007]", async ({
  enter,
  api,
}, testInfo) => {
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [] });
  const page = await enter(rui);
  await page.goto("/tickets");
  const dialog = await openProfile(page, rui.name);
  await dialog.getByLabel("Alterar foto").setInputFiles({ name: "nota.txt", mimeType: "text/plain", buffer: Buffer.from("texto") });
  await expect(dialog.getByText("Escolha uma imagem JPEG, PNG ou WebP.")).toBeVisible();
  await dialog.getByLabel("Alterar foto").setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: largePicture(600, 600) });
  await expect(page.getByText("Foto salva.")).toBeVisible();
  await expect(page.locator(".accountButton .avatar img")).toBeVisible();
  await inspect(page, testInfo, "profile");
  const name = uniqueName("Rui Novo");
  await dialog.getByLabel("Nome").fill(name);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Perfil salvo.")).toBeVisible();
  await expect(page.getByRole("button", { name: `Conta de ${name}` })).toBeVisible();
  expect(await api.get(`/users/${rui.id}`)).toMatchObject({ name, email: rui.email, profile: "user" });
});

test("a person ends another of the own sessions, and that browser is signed out [S-12]", async ({ enter, api, problems }, testInfo) => {
  problems.accept(/Console: .*status of 401.*\/api\//);
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [] });
  const [page, lost] = [await enter(rui, PHONE), await enter(rui)];
  await page.goto("/tickets");
  await lost.goto("/tickets");
  await expect(lost.getByRole("tablist", { name: "Listas" })).toBeVisible();
  const dialog = await openProfile(page, rui.name);
  const sessions = dialog.getByRole("list", { name: "Sessões ativas" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "Esta sessão" })).toHaveCount(1);
  await inspect(page, testInfo, "sessions-phone");
  await dialog.getByRole("button", { name: /^Encerrar a sessão de/ }).click();
  await expect(page.getByText("Sessão encerrada.")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await lost.reload();
  await expect(lost).toHaveURL(/\/login/);
});

test("an administrator sets somebody's photo and ends their sessions in the user's form [USER-009, API-063]", async ({ enter, api }) => {
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [] });
  const session = await Api.signIn(rui);
  const page = await enter();
  await (await findPerson(page, rui.name)).getByRole("button", { name: `Editar ${rui.name}` }).click();
  const form = page.getByRole("dialog", { name: `Editar ${rui.name}` });
  await form.getByLabel("Alterar foto").setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: largePicture(300, 300) });
  await expect(page.getByText("Foto salva.")).toBeVisible();
  expect((await api.get<{ profilePicUrl: string }>(`/users/${rui.id}`)).profilePicUrl).toContain("/public/media/");
  await form.getByRole("button", { name: /Sessões ativas/ }).click();
  await form.getByRole("button", { name: /^Encerrar a sessão de/ }).click();
  await expect(form.getByText("Nenhuma sessão ativa.")).toBeVisible();
  await expect(session.get("/tickets")).rejects.toThrow(/401/);
  await session.dispose();
});
