import { letUndoPass, passUntil } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { walkTo } from "./support/walk.js";

/** A promise, and the function that resolves it. */
function latch(): readonly [Promise<void>, () => void] {
  let open = () => {};
  return [new Promise<void>((resolve) => (open = resolve)), () => open()];
}

test("a conversation sleeps with S and Enter until a time, and is back with its reason when the customer writes [D-440]", async ({
  enter,
  ana,
  customer,
}, testInfo) => {
  test.slow();
  await customer.writes("Aguardo a peça");
  const page = await enter(ana);
  await page.clock.install();
  const inbox = await new InboxPage(page).open("Aguardando");
  const { region, box } = await inbox.accept(customer.name);
  const dialog = page.getByRole("dialog", { name: "Adiar conversa" });
  await inbox.show("Abertos");
  const ask = async () => {
    await box.press("Escape");
    await expect(inbox.row(customer.name)).toBeFocused();
    await page.keyboard.press("s");
    await expect(dialog.getByRole("radio", { name: /^em 1 h/ })).toBeFocused();
  };

  await test.step("the dialog offers moments, and asks for day and time only where the person names one [D-440]", async () => {
    await ask();
    await expect(dialog.getByRole("textbox")).toHaveCount(1);
    await dialog.getByRole("radio", { name: "outro dia e horário" }).check();
    await dialog.getByRole("textbox", { name: "Dia e horário" }).fill("2020-01-01T09:00");
    await dialog.getByRole("button", { name: "Adiar", exact: true }).click();
    await expect(dialog.getByText("Este horário já passou. Escolha outro.")).toBeVisible();
    await dialog.getByRole("radio", { name: "amanhã 9:00" }).check();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
  });

  await test.step("it can be undone for 4.5 s, and a message of the customer in that time undoes it too [D-615]", async () => {
    const undo = page.getByRole("button", { name: "Desfazer" });
    await expect(page.getByText(/adiando em \d s/)).toBeVisible();
    await undo.click();
    await expect(undo).toHaveCount(0);
    await expect(box).toBeFocused();
    await expect(inbox.row(customer.name)).not.toContainText("até ");
    await ask();
    const [seen, see] = latch();
    const oneTicket = /\/api\/tickets\/\d+$/;
    await page.route(oneTicket, async (route) => {
      await seen;
      await route.continue();
    });
    await page.keyboard.press("Enter");
    await expect(undo).toBeVisible();
    await customer.writes("Ainda estou aqui");
    await expect(inbox.row(customer.name)).toContainText("Ainda estou aqui");
    see();
    const refused = page.getByText(`${customer.name} escreveu: a conversa não foi adiada.`);
    await passUntil(page, 5_000, (soon) => expect(refused).toBeVisible(soon));
    await page.unroute(oneTicket);
    await expect(undo).toHaveCount(0);
    await ask();
    await dialog.getByRole("radio", { name: "amanhã 9:00" }).check();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await letUndoPass(page);
  });

  await test.step("its header and its row among the paused ones say until when [D-440]", async () => {
    await expect(page.getByText("Conversa adiada: volta amanhã 9:00.")).toBeVisible();
    await expect(region.getByText("até amanhã 9:00")).toBeVisible();
    await inbox.tab("Pausados").click();
    await expect(inbox.row(customer.name)).toContainText("até amanhã 9:00");
    await inspect(page, testInfo, "snoozed");
  });

  await test.step("the customer's message brings it back, unread and with its reason [D-440]", async () => {
    await walkTo(page, "/tickets");
    await inbox.show("Abertos");
    await expect(inbox.row(customer.name)).toHaveCount(0);
    await customer.writes("Já chegou");
    await expect(inbox.row(customer.name)).toContainText("Cliente escreveu");
    await inbox.row(customer.name).click();
    await expect(region.getByText("O cliente escreveu antes do fim da pausa.")).toBeVisible();
    await expect(inbox.row(customer.name)).not.toContainText("Cliente escreveu");
  });
});
