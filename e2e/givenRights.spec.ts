import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { judgeDialog } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";
import { walkTo } from "./support/walk.js";
import { changeSetting } from "./support/settings.js";
import { findPerson } from "./support/usersPage.js";

const PAGES = [
  { path: "/tags", title: "Etiquetas", add: "Adicionar etiqueta" },
  { path: "/perguntas", title: "Perguntas e respostas", add: "Adicionar pergunta" },
  { path: "/envios", title: "Envios em massa", add: "Novo envio" },
] as const;

const buttons = (page: Page, name: string) => page.getByRole("button", { name });

test("the company says who sends to many and who maintains, and nobody sees a button that she may not use [SET-001, D-269, D-306]", async ({
  enter,
  api,
}) => {
  const rui = await api.createAccount("Rui", { profile: "user" });
  const [tag, shortcut] = [uniqueName("Etiqueta"), uniqueName("resp").slice(0, 25)];
  await api.post("/tag", { name: tag, color: "#1e7a3e" });
  await api.post("/quickAnswers", { shortcut, message: "Bom dia a todos" });
  const admin = await enter();
  const page = await enter(rui);

  await test.step("the settings have the two choices, and everybody until somebody chooses", async () => {
    await admin.goto("/settings");
    for (const name of ["Quem envia em massa", "Quem mantém etiquetas, respostas, perguntas e agendamentos"]) {
      const choice = admin.getByRole("combobox", { name });
      await expect(choice.locator("option:checked")).toHaveText("Todos");
    }
    await page.goto("/tags");
    await expect(buttons(page, `Excluir ${tag}`)).toBeVisible();
  });

  try {
    await admin.getByRole("combobox", { name: "Quem envia em massa" }).selectOption("administrators");
    await admin.getByRole("combobox", { name: /^Quem mantém/ }).selectOption("managers");

    await test.step("the buttons leave the pages that are open, and others' rows stay to be read", async () => {
      await expect(buttons(page, `Excluir ${tag}`)).toBeHidden();
      await expect(buttons(page, `Editar ${tag}`)).toBeHidden();
      await expect(page.getByText(tag)).toBeVisible();
      for (const { path, title, add } of PAGES) {
        await walkTo(page, path);
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
        await expect(buttons(page, add)).toHaveCount(0);
      }
    });

    await test.step("a quick answer is for the person alone, and a schedule for one contact", async () => {
      await walkTo(page, "/quickAnswers");
      await expect(page.getByText(shortcut, { exact: true })).toBeVisible();
      await expect(buttons(page, `Excluir ${shortcut}`)).toHaveCount(0);
      await buttons(page, "Adicionar resposta rápida").first().click();
      await expect(page.getByRole("dialog").getByRole("combobox").locator("option")).toHaveText(["Só eu"]);
      await walkTo(page, "/agendamentos");
      await buttons(page, "Novo agendamento").first().click();
      await buttons(page, "Entendi").click();
      const form = page.getByRole("dialog", { name: "Novo agendamento" });
      await expect(form.getByRole("radio")).toHaveCount(1);
      await expect(form.getByText("Para vários é preciso poder enviar em massa.")).toBeVisible();
    });

    await test.step("a flag gives it to one person", async () => {
      await (await findPerson(admin, rui.name)).getByRole("button", { name: `Editar ${rui.name}` }).click();
      const form = admin.getByRole("dialog", { name: `Editar ${rui.name}` });
      await form.getByRole("button", { name: /^\d?\s*Permissões/ }).click();
      await form.getByRole("switch", { name: "Enviar em massa" }).check();
      await form.getByRole("switch", { name: /^Manter etiquetas/ }).check();
      await judgeDialog(admin, "user-form-rights");
      await form.getByRole("button", { name: "Salvar" }).click();
      await expect(admin.getByText("Usuário salvo.")).toBeVisible();
      for (const { path, add } of PAGES) {
        await walkTo(page, path);
        await expect(buttons(page, add).first()).toBeVisible();
      }
    });
  } finally {
    for (const key of ["sendPermission", "maintainPermission"]) await changeSetting(api, key, "everyone");
  }
});
