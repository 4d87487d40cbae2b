import { patience } from "@balcao/testing/patience";
import type { BrowserContext } from "@playwright/test";
import { alterAnswer } from "./support/answers.js";
import { ConnectionsPage } from "./support/connectionsPage.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { LinkedConnection } from "./support/linkedConnection.js";
import { LoginPage } from "./support/loginPage.js";
import { PhonePage } from "./support/phonePage.js";
import { uniqueName, uniqueNumber } from "./support/product.js";

test.setTimeout(patience(120_000));

test("an attendant's day: who waits longest comes first, a colleague gets a conversation and hears of it once, and it ends [D-272, D-430]", async ({
  enter,
  api,
}, testInfo) => {
  const shop = await LinkedConnection.link(api);
  const [ana, rui] = [
    await api.createAccount("Ana", { profile: "user", queueIds: [shop.queue.id] }),
    await api.createAccount("Rui", { profile: "user", queueIds: [shop.queue.id] }),
  ];
  const [first, second] = [await shop.newCustomer(), await shop.newCustomer()];
  const hers = await new InboxPage(await enter(ana)).open("Aguardando");
  const his = await new InboxPage(await enter(rui)).open("Abertos");
  await first.writes("Quero orçar um portão");
  await expect(hers.row(first.name)).toBeVisible();
  await second.writes("Bom dia");
  await expect(hers.row(second.name)).toBeVisible();

  await test.step("she takes who waits longest, and answers", async () => {
    await hers.page.getByRole("button", { name: "Aceitar a próxima" }).first().click();
    const conversation = hers.conversation(first.name);
    await conversation.write("Bom dia! Já vejo.");
    await expect(conversation.state("Já vejo", "Entregue")).toBeVisible();
  });

  await test.step("she gives it to Rui with a note; his bell says so once, and opens it there", async () => {
    await hers.conversation(first.name).choose("Transferir");
    const dialog = hers.page.getByRole("dialog", { name: "Transferir conversa" });
    await dialog.getByRole("combobox", { name: /^Atendente/ }).fill(rui.name);
    await dialog.getByRole("option", { name: rui.name }).click();
    await dialog.getByRole("textbox", { name: /^Nota para o colega/ }).fill("Portão de 3 m");
    await dialog.getByRole("button", { name: "Transferir", exact: true }).click();
    await expect(hers.page.getByText("Conversa transferida.")).toBeVisible();
    await expect(his.row(first.name)).toBeVisible();
    await expect(his.bell).toHaveAccessibleName(/[1-9]\d* com mensagens novas/);
    await his.bell.click();
    const entries = his.page.getByRole("dialog", { name: "Notificações" }).getByRole("link").filter({ hasText: first.name });
    await expect(entries).toContainText([`${ana.name} transferiu para você: Portão de 3 m`]);
    await inspect(his.page, testInfo, "told-bell");
    const seen = his.page.waitForResponse((response) => response.ok() && response.url().endsWith("/notices/seen"));
    await entries.click();
    await expect(his.conversation(first.name).message("Portão de 3 m")).toBeVisible();
    await seen;
    await his.bell.click();
    await expect(his.page.getByRole("dialog", { name: "Notificações" })).toBeVisible();
    await expect(entries).toHaveCount(0);
    await his.page.keyboard.press("Escape");
  });

  await test.step("he answers and resolves it", async () => {
    const conversation = his.conversation(first.name);
    await conversation.write("Aqui é o Rui: R$ 900.");
    await expect(conversation.state("R$ 900", "Entregue")).toBeVisible();
    await conversation.resolve();
    await expect(his.row(first.name)).toBeHidden();
  });
});

/** Counts the presses of a person on the pages of a context. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeBinding("pressed", () => void (clicks += 1));
  await context.addInitScript(() => {
    const { pressed } = window as unknown as { pressed: () => void };
    // A press of Enter in a field clicks its form's button, but is no press of the pointer.
    addEventListener("click", (event) => event.isTrusted && event.detail > 0 && pressed(), true);
  });
  return () => clicks;
}

test.describe("an owner", () => {
  test.use({ notesShown: false });

  test("answers the first customer of an empty installation with at most nine clicks", async ({ page, context, browser, api }) => {
    const owner = await api.createAccount("Dona", { profile: "admin" });
    const shop = uniqueName("Loja");
    const [customer, number] = [uniqueName("Cliente"), uniqueNumber()];
    const clicks = await countClicks(context);
    // What other tests have set up in this installation is out of sight.
    await alterAnswer<readonly { name: string }[]>(page, "/api/whatsapp", (list) => list.filter(({ name }) => name === shop));
    await alterAnswer<readonly object[]>(page, "/api/queue", () => []);
    await alterAnswer<{ users: readonly object[] }>(page, "/api/users?*", ({ users }) => ({
      users: users.slice(0, 1),
      count: 1,
      hasMore: false,
    }));
    const phone = new PhonePage(await browser.newPage());
    const inbox = new InboxPage(page);

    await test.step("signs in and links a number", async () => {
      await page.goto("/");
      await new LoginPage(page).signIn(owner);
      const steps = page.getByRole("region", { name: "Conecte um número" });
      await steps.getByRole("link").first().click();
      const connections = new ConnectionsPage(page);
      await expect(connections.form).toBeVisible();
      await connections.form.getByLabel("Nome", { exact: true }).fill(shop);
      await connections.form.getByRole("button", { name: "Adicionar", exact: true }).click();
      await expect(connections.qr(shop)).toBeVisible();
      await phone.open();
      await phone.link(shop);
      await expect(connections.linkDialog(shop)).toBeHidden();
    });

    await test.step("a customer writes and gets the answer", async () => {
      await phone.addCustomer(customer, number);
      await phone.openChat(number, shop);
      await phone.write("Vocês entregam?");
      if (!/\/tickets/.test(page.url())) await page.getByRole("link", { name: /^Tickets/ }).click();
      await expect(inbox.tab("Conversas")).toBeVisible();
      await inbox.show("Aguardando");
      const conversation = await inbox.accept(customer);
      await conversation.write("Entregamos, sim!");
      await expect(phone.message("Entregamos, sim!")).toBeVisible();
    });

    expect(clicks()).toBeLessThanOrEqual(9);
    expect(clicks()).toBeGreaterThan(3);
    await phone.page.context().close();
  });
});
