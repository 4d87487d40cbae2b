import { expect, test } from "./support/fixtures.js";
import { judgeDialog } from "./support/inspect.js";
import { product, uniqueName } from "./support/product.js";
import { createContact } from "./support/sends.js";
import { walkTo } from "./support/walk.js";

const ATTENDED = {
  "Atendidos pelo BOT": "/ticketsBot",
  "Envios em massa": "/envios",
  Protocolos: "/protocolos",
  Relatórios: "/report",
  Agendamentos: "/agendamentos",
} as const;
const MAINTAINED = ["Conexões", "Templates", "Usuários", "Filas", "N.P.S.", "Configurações"] as const;
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const INVOICES = { url: `${product.url}/config.json?faturas`, taxId: "12345678000195" };

/** The access code of today in the company's zone. */
function codeOfToday(): string {
  const day = Number(new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" }).slice(8));
  return String(12_345_678 * day).slice(-6);
}

test("attendants review, send, consult and report; administrators maintain the rest and open the invoices [SHELL-001, SHELL-032, SHELL-035, SHELL-036, DASH-001, DASH-005, D-017, D-018, D-020, D-102, D-213]", async ({
  enter,
  api,
  ana,
  problems,
}) => {
  problems.accept(/status of 400.*agendamento/);
  const contact = await createContact(api, uniqueName("Cliente"));
  const page = await enter(ana);
  await page.goto("/tickets");
  const drawer = page.getByRole("navigation");
  for (const name of MAINTAINED) await expect(drawer.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveCount(0);
  for (const [name, path] of Object.entries(ATTENDED)) {
    await drawer.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("heading", { level: 1, name: new RegExp(name, "i") })).toBeVisible();
    if (path === "/report") await expect(page.getByText("Você vê os seus atendimentos e os das suas filas.")).toBeVisible();
  }

  await test.step("a schedule of yesterday is refused with its sentence", async () => {
    await page.getByRole("button", { name: "Novo agendamento" }).first().click();
    await page.getByRole("alertdialog", { name: "Antes de agendar" }).getByRole("button", { name: "Entendi" }).click();
    const form = page.getByRole("dialog", { name: "Novo agendamento" });
    await form.getByLabel("Mensagem", { exact: true }).fill("Olá");
    await form.getByRole("radio", { name: "Contatos", exact: true }).check();
    await form.getByRole("combobox", { name: "Contatos" }).fill(contact.name);
    await page.getByRole("option", { name: contact.name }).click();
    await form.locator('input[type="date"]').fill("2025-01-02");
    await form.getByRole("button", { name: "Agendar" }).click();
    await expect(form.getByText("Data não pode ser anterior a hoje")).toBeVisible();
  });

  await test.step("the dashboard is not theirs [DASH-001, SHELL-001, D-017]", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Descartar" }).click();
    await walkTo(page, "/");
    await expect(page.getByText("Você não tem permissão para acessar essa página")).toBeVisible();
    await expect(page).toHaveURL(/\/tickets/);
    await expect(page.getByRole("link", { name: "Dashboard" })).toBeHidden();
  });

  const admins = await enter();
  await admins.route("**/config.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), invoices: INVOICES } });
  });
  await test.step("the logo is chosen and taken away on the settings page", async () => {
    await admins.goto("/settings?section=visualization");
    const line = admins.locator('[data-setting="companyLogo"]');
    await line.locator('input[type="file"]').setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
    await expect(line.getByRole("img", { name: "Logotipo atual" })).toBeVisible();
    const brand = admins.getByRole("banner").locator("img.appBarLogo");
    await expect(brand).toBeVisible();
    await line.getByRole("button", { name: "Remover logotipo" }).click();
    await expect(line.getByRole("img")).toHaveCount(0);
    await expect(brand).toHaveCount(0);
  });

  await walkTo(admins, "/tickets");
  const all = admins.getByRole("navigation");
  for (const name of [...MAINTAINED, ...Object.keys(ATTENDED), "Etiquetas", "Respostas rápidas", "Perguntas e respostas"])
    await expect(all.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveCount(1);
  await all.getByRole("button", { name: "Faturas" }).click();
  const question = admins.getByRole("alertdialog", { name: "Abrir as faturas?" });
  await expect(question).toContainText(codeOfToday());
  await judgeDialog(admins, "invoices");
  const opened = admins.context().waitForEvent("page");
  await question.getByRole("button", { name: "Abrir as faturas" }).click();
  const site = await opened;
  await expect(site).toHaveURL(INVOICES.url);
  await site.close();
  await expect(admins).toHaveURL(/\/tickets/);
});
