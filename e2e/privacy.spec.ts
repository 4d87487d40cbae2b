import { readFile } from "node:fs/promises";
import { expect, test } from "./support/fixtures.js";
import { inspect, inspectDialog } from "./support/inspect.js";
import { uniqueName, uniqueNumber } from "./support/product.js";
import { walkTo } from "./support/walk.js";

interface Contact {
  readonly id: number;
  readonly name: string;
}

test("an administrator saves a person's data, erases the person, and keeps the certificate; rules of age are counted before [D-450, D-451, D-452]", async ({
  enter,
  api,
}, testInfo) => {
  const [name, number] = [uniqueName("Eunice"), uniqueNumber()];
  const stays = await api.post<Contact>("/contacts", {
    name: uniqueName("Fica"),
    number: uniqueNumber(),
    email: "",
    respostaAutomatica: true,
  });
  const contact = await api.post<Contact>("/contacts", { name, number, email: "", respostaAutomatica: true });
  const page = await enter(undefined, { viewport: { width: 1440, height: 900 } });
  const form = page.getByRole("dialog", { name: "Editar contato" });
  const part = form.getByRole("region", { name: "Dados pessoais" });

  await test.step("the data come as an archive", async () => {
    await page.goto(`/contacts?contact=${contact.id}`);
    const [file] = await Promise.all([page.waitForEvent("download"), part.getByRole("button", { name: "Exportar dados" }).click()]);
    expect(file.suggestedFilename()).toBe(`dados-pessoais-${contact.id}.zip`);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
    await inspectDialog(page, "contact-privacy");
  });

  await test.step("the person goes after the name was typed, and the certificate is saved", async () => {
    await part.getByRole("button", { name: "Eliminar pessoa…" }).click();
    const question = page.getByRole("alertdialog", { name: "Eliminar esta pessoa?" });
    const submit = question.getByRole("button", { name: "Eliminar para sempre" });
    await expect(question.getByText("Será apagado para sempre:")).toBeVisible();
    await expect(submit).toBeDisabled();
    await question.getByRole("textbox", { name: `Para confirmar, digite ${name}` }).fill(name);
    await inspect(page, testInfo, "contact-erase");
    const [file] = await Promise.all([page.waitForEvent("download"), submit.click()]);
    const certificate = await readFile(await file.path(), "utf8");
    expect(certificate).toContain("Certificado de eliminação de dados pessoais");
    expect(certificate).toContain(`contato nº ${contact.id}`);
    expect(certificate).not.toContain(name);
    await expect(question).toBeHidden();
    await expect(page.getByText("Pessoa eliminada.")).toBeVisible();
    await walkTo(page, "/contacts");
    const search = page.getByRole("searchbox", { name: "Buscar por nome, número ou e-mail" });
    await search.fill(stays.name);
    await expect(page.getByRole("row").filter({ hasText: stays.name })).toBeVisible();
    await search.fill(name);
    await expect(page.getByRole("row").filter({ hasText: stays.name })).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
  });

  await test.step("the settings count what a rule would delete, and have the certificate again", async () => {
    await walkTo(page, "/settings?section=messages");
    const counts = page.getByRole("region", { name: "O que seria apagado" });
    await counts.getByRole("combobox", { name: "Com mais de" }).selectOption("1825");
    await counts.getByRole("button", { name: "Contar" }).click();
    await expect(counts.getByRole("status")).toContainText("0 conversas encerradas");
    const certificates = page.getByRole("region", { name: "Certificados de eliminação" });
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      certificates
        .getByRole("button", { name: /^Certificado/ })
        .first()
        .click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^certificado-\d+\.html$/);
    await inspect(page, testInfo, "settings-retention");
  });
});
