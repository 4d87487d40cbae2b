import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";
import { sql } from "./support/sends.js";

interface Planned {
  readonly id: number;
  readonly ticketId: number;
}

test("a message of a conversation is scheduled with two fields, shown above the box, changed, cancelled and sent there [SCHED-010, D-273]", async ({
  enter,
  ana,
  customer,
}, testInfo) => {
  test.slow();
  await customer.writes("Chega amanhã?");
  const page = await enter(ana);
  await (await new InboxPage(page).open("Aguardando")).accept(customer.name);
  const strip = page.getByRole("region", { name: "Mensagens agendadas" });
  const dialog = page.getByRole("dialog", { name: "Agendar mensagem" });
  const open = async () => {
    await page.getByRole("button", { name: "Mais ações" }).click();
    await page.getByRole("menuitem", { name: "Agendar mensagem" }).click();
    await expect(dialog).toBeVisible();
  };
  const text = uniqueName("Como combinamos");

  await test.step("it asks for words and a moment that is to come, and nothing else [D-273]", async () => {
    await open();
    await expect(dialog.getByRole("textbox")).toHaveCount(2);
    await dialog.getByRole("button", { name: "Agendar", exact: true }).click();
    await expect(dialog.getByText("Escolha quando.")).toBeVisible();
    await dialog.getByLabel("Mensagem", { exact: true }).fill(text);
    await dialog.getByLabel("Quando").fill("2020-01-01T09:00");
    await expect(dialog.getByText("Este horário já passou. Escolha outro.")).toBeVisible();
    await dialog.getByRole("button", { name: "amanhã 9:00" }).click();
    await expect(dialog.getByRole("button", { name: "amanhã 9:00" })).toHaveAttribute("aria-pressed", "true");
    await expect(dialog.getByText("Este horário já passou. Escolha outro.")).toBeHidden();
    await dialog.getByRole("button", { name: "Agendar", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(strip).toContainText("Agendada para amanhã 9:00");
    await expect(strip).toContainText(text);
    const wide = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(strip.getByRole("button", { name: "Cancelar" })).toBeInViewport();
    await inspect(page, testInfo, "planned-strip-phone");
    await page.setViewportSize(wide);
  });

  await test.step("it can be changed and cancelled where it is shown [D-273]", async () => {
    await strip.getByRole("button", { name: "Editar" }).click();
    const edit = page.getByRole("dialog", { name: "Editar mensagem agendada" });
    await expect(edit.getByLabel("Mensagem", { exact: true })).toHaveValue(text);
    await edit.getByLabel("Mensagem", { exact: true }).fill(`${text} de novo`);
    await edit.getByRole("button", { name: "Salvar" }).click();
    await expect(strip).toContainText(`${text} de novo`);
    await expect(strip).toContainText("amanhã 9:00");
    await strip.getByRole("button", { name: "Cancelar" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancelar mensagem" }).click();
    await expect(strip).toBeHidden();
  });

  await test.step("at its time it is a message of the conversation, by its author, and the strip goes [D-273]", async () => {
    await open();
    await dialog.getByLabel("Mensagem", { exact: true }).fill(text);
    await dialog.getByRole("button", { name: "em 1 h" }).click();
    const made = page.waitForResponse((response) => response.request().method() === "POST" && response.url().endsWith("/api/agendamento"));
    await dialog.getByRole("button", { name: "Agendar", exact: true }).click();
    const { id } = (await (await made).json()) as Planned;
    await expect(strip).toContainText(text);
    await sql("UPDATE schedule SET planned_at = now() - interval '1 second' WHERE id = $1", [id]);
    await expect(page.locator(".messages").getByText(text)).toBeVisible();
    await expect(strip).toBeHidden();
  });

  await test.step("one that may not leave says why, and is put away [D-273]", async () => {
    await sql(
      "INSERT INTO schedule (ticket_id, message, recurrence, send_at, planned_at, all_contacts) SELECT max(id), 'Sem autor', 'once', now(), now(), false FROM ticket",
    );
    await expect(strip).toContainText("Não saiu: a conta de quem escreveu está inativa.");
    await inspect(page, testInfo, "planned-failed");
    await strip.getByRole("button", { name: "Descartar" }).click();
    await expect(strip).toBeHidden();
  });
});
