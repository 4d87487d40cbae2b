import { passUntil } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { inspect, inspectDialog } from "./support/inspect.js";
import { LinkedConnection } from "./support/linkedConnection.js";

test("a manager sees the team as it is, live, and hands over, takes out, limits and sets away from there [D-542, D-543]", async ({
  enter,
  api,
}, testInfo) => {
  test.slow();
  const connection = await LinkedConnection.link(api);
  const { queue } = connection;
  const marta = await api.createAccount("Marta", { profile: "gerente", queueIds: [queue.id] });
  const bia = await api.createAccount("Bia", { profile: "user", queueIds: [queue.id] });
  const page = await enter(marta);
  await page.clock.install();
  await page.goto("/agora");
  const card = page.getByRole("listitem", { name: queue.name, exact: true });
  const row = page.getByRole("listitem", { name: bia.name, exact: true });
  await expect(card).toContainText("Ninguém espera");
  const zoe = await connection.newCustomer();

  await test.step("who waits comes by itself, and is handed over", async () => {
    await zoe.writes("Oi");
    const waiting = card.getByRole("button", { name: "1", exact: true });
    await passUntil(page, 8_000, (soon) => expect(waiting).toBeVisible(soon));
    await waiting.click();
    const dialog = page.getByRole("dialog", { name: `${queue.name}: Aguardando` });
    await expect(dialog.getByRole("listitem", { name: zoe.name })).toBeVisible();
    await inspectDialog(page, "now-tickets");
    await dialog.getByRole("button", { name: "Passar" }).click();
    const transfer = page.getByRole("dialog", { name: "Transferir conversa" });
    await transfer.getByRole("combobox", { name: "Atendente" }).fill(bia.name);
    await transfer.getByRole("option", { name: bia.name }).click();
    await transfer.getByRole("button", { name: "Transferir" }).click();
    await expect(transfer).toBeHidden();
    await page.getByRole("button", { name: "Fechar", exact: true }).last().click();
    await expect(row).toContainText("1 em atendimento");
    await expect(card).toContainText("Ninguém espera");
  });

  await test.step("a limit and an absence are set in the row", async () => {
    const limit = row.getByRole("spinbutton", { name: `Limite de conversas de ${bia.name}` });
    await limit.fill("0");
    await limit.press("Enter");
    await expect(limit).toHaveAttribute("aria-invalid", "true");
    await limit.fill("1");
    await limit.press("Enter");
    await expect(row).toContainText("1 de 1");
    await row.getByRole("button", { name: queue.name }).click();
    await expect(row.getByRole("button", { name: queue.name })).toHaveAttribute("aria-pressed", "true");
    await row.getByRole("switch").click();
    await expect(row).toContainText("Não recebe conversas");
    await inspect(page, testInfo, "now");
  });

  await test.step("a conversation is taken out, and waits again", async () => {
    await row.getByRole("button", { name: "1 em atendimento" }).click();
    const dialog = page.getByRole("dialog", { name: `${bia.name}: em atendimento` });
    await dialog.getByRole("button", { name: "Tirar" }).click();
    await expect(dialog.getByText("Nenhuma conversa.")).toBeVisible();
    await dialog.getByRole("button", { name: "Fechar", exact: true }).last().click();
    await expect(row).toContainText("0 em atendimento");
    await expect(card).toContainText("1 aguarda");
  });

  await test.step("the wall shows the same without controls, and Escape leaves it", async () => {
    await page.getByRole("button", { name: "Modo de parede" }).click();
    const wall = page.getByRole("region", { name: "Agora", exact: true });
    await expect(wall.getByRole("listitem", { name: queue.name, exact: true })).toContainText("1 aguarda");
    await expect(wall.getByRole("button")).toHaveCount(1);
    await inspect(page, testInfo, "now-wall");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { name: "Pessoas" })).toBeVisible();
  });

  const biasPage = await enter(bia);
  await biasPage.goto("/agora");
  await expect(biasPage).toHaveURL(/\/tickets/);
});
