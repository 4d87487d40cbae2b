import { readFile } from "node:fs/promises";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";

/** The first day of the month and today, in the company's zone. */
function untilToday(): readonly [string, string] {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
  return [`${today.slice(0, 8)}01`, today];
}

test("five cards make reports from the first of the month to today, as PDF in a window of its own and as CSV [SHELL-019, REPORT-001, REPORT-002, REPORT-003, REPORT-004, REPORT-005, REPORT-006, REPORT-007, REPORT-008, API-124, API-128, D-268, D-303]", async ({
  enter,
}, testInfo) => {
  const page = await enter();
  await page.goto("/report");
  const titles = ["Atendimentos", "Atendimentos por contato", "Filas", "Atendimentos por usuário", "Exportar conversas de contato"];
  const hidden: Readonly<Record<string, readonly string[]>> = {
    Atendimentos: [],
    "Atendimentos por contato": ["Usuário"],
    Filas: ["Usuário", "Contato"],
    "Atendimentos por usuário": ["Contato"],
    "Exportar conversas de contato": ["Usuário", "Fila", "Status"],
  };
  const [first, today] = untilToday();
  for (const title of titles) {
    const head = page.getByRole("button", { name: title, exact: true });
    if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
    await expect(head).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByLabel("Data inicial")).toHaveValue(first);
    await expect(page.getByLabel("Data final")).toHaveValue(today);
    for (const field of ["Fila", "Usuário", "Contato", "Status"])
      await expect(page.getByRole("combobox", { name: field, exact: true })).toHaveCount(hidden[title]?.includes(field) ? 0 : 1);
    // Campaigns are in by a choice, except in a conversation, which has all that was said.
    await expect(
      page.getByRole("switch", { name: "Incluir campanhas, agendamentos e mensagens de programas sem resposta", checked: false }),
    ).toHaveCount(title === "Exportar conversas de contato" ? 0 : 1);
  }

  await page.getByRole("button", { name: "Gerar PDF" }).click();
  await expect(page.getByRole("alert").getByText("Preencha o campo de contato").first()).toBeVisible();
  await page.getByLabel("Data final").fill("");
  await page.getByRole("button", { name: "Gerar PDF" }).click();
  await expect(page.getByRole("alert").getByText("Preencha os campos de data").first()).toBeVisible();

  await page.getByRole("button", { name: "Atendimentos", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Status" }).locator("option")).toHaveText([
    "Todos",
    "Aguardando",
    "Em atendimento",
    "Pausada",
    "Encerrada",
  ]);
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/report/ticket"));
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/report/ticket"));
  const opened = page.context().waitForEvent("request", (request) => request.url().includes("/api/public/relatorio-tickets.pdf"));
  await page.getByRole("button", { name: "Gerar PDF" }).click();
  expect((await asked).postDataJSON()).toMatchObject({
    startDate: first,
    endDate: today,
    format: "pdf",
    language: "pt",
    withCampaigns: false,
  });
  const answer = await answered;
  expect(answer.status()).toBe(200);
  await answer.finished();
  const opening = await opened;
  const file = await opening.response();
  // From the first byte, which the network measures: a busy browser reports the end of an answer after the page has read it.
  const { startTime, responseStart } = answer.request().timing();
  expect(opening.timing().startTime - startTime - responseStart).toBeGreaterThan(900);
  expect([file?.status(), file?.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  await expect(page.getByRole("link", { name: "Atendimentos (PDF)" }).first()).toBeVisible();
  await inspect(page, testInfo, "report");

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Baixar CSV" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("relatorio-tickets.csv");
  expect(await readFile(await saved.path(), "utf8")).toMatch(/^\uFEFFTicket;Contato;Número;Fila;/);

  await page.getByRole("switch", { name: "Incluir campanhas, agendamentos e mensagens de programas sem resposta" }).click();
  const withCampaigns = page.waitForRequest((request) => request.url().endsWith("/api/report/ticket"));
  await page.getByRole("button", { name: "Baixar CSV" }).click();
  expect((await withCampaigns).postDataJSON()).toMatchObject({ withCampaigns: true });
});
