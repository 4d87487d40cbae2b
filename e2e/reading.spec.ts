import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { nextFrames, recordCalls } from "./support/answers.js";
import { InboxPage } from "./support/inboxPage.js";

/** Hides the tab or shows it again, as far as the page can detect. */
async function cover(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => now });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (now ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

test("messages are marked as read when the hidden tab is shown again, and a conversation as unread from its menu until the next look", async ({
  enter,
  ana,
  customer,
}) => {
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Bom dia");
  const conversation = await inbox.accept(customer.name);
  await expect(inbox.row(customer.name)).toBeVisible();
  await expect(inbox.row(customer.name).getByText(/mensage(m|ns) não lida/)).toBeHidden();
  await cover(page, true);
  await customer.writes("Ainda estão aí?");
  await expect(conversation.message("Ainda estão aí?")).toBeVisible();
  await expect(inbox.row(customer.name).getByText("1 mensagem não lida")).toBeVisible();
  await cover(page, false);
  await expect(inbox.row(customer.name).getByText(/mensage(m|ns) não lida/)).toBeHidden();
  await conversation.choose("Marcar como não lida");
  await expect(conversation.region).toBeHidden();
  await expect(inbox.row(customer.name).getByText("1 mensagem não lida")).toBeVisible();
  await inbox.row(customer.name).click();
  await expect(conversation.message("Ainda estão aí?")).toBeVisible();
  await expect(inbox.row(customer.name).getByText(/mensage(m|ns) não lida/)).toBeHidden();
});

test("a row's messages are loaded once when the mouse or the keyboard rests on it, one row at a time, and none is marked as read", async ({
  enter,
  api,
  connection,
}) => {
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [connection.queue.id] });
  const page = await enter(rui, { viewport: { width: 1440, height: 900 } });
  await page.clock.install();
  const inbox = await new InboxPage(page).open("Aguardando");
  const [first, second, third] = [await connection.newCustomer(), await connection.newCustomer(), await connection.newCustomer()];
  await first.writes("Bom dia");
  await inbox.accept(first.name);
  // After the reload the pointer rests on no row.
  await page.mouse.move(0, 0);
  await inbox.open("Abertos");
  await first.writes("Tem alguém aí?");
  await expect(inbox.row(first.name)).toContainText(/mensage(m|ns) não lida/);
  const calls = recordCalls(page, ({ pathname }) => /^\/api\/messages\/\d+$/.test(pathname));
  const rest = async (customer: string) => {
    await inbox.row(customer).getByText(customer).hover();
    await page.clock.runFor(200);
    await nextFrames(page);
  };
  await rest(first.name);
  await expect.poll(() => calls.map(({ search }) => search)).toEqual(["?peek=true"]);
  await inbox.tab("Encerradas").hover();
  await rest(first.name);
  expect(calls).toHaveLength(1);
  await expect(inbox.row(first.name)).toContainText(/mensage(m|ns) não lida/);
  await inbox.row(first.name).click();
  await expect(inbox.conversation(first.name).message("Tem alguém aí?")).toBeVisible();
  // Looking at it marks it as read, with a call of its own.
  await page.clock.runFor(1_000);
  await expect(inbox.row(first.name).getByText(/mensage(m|ns) não lida/)).toBeHidden();
  expect(calls.filter(({ search }) => search === "?peek=true")).toHaveLength(1);

  await second.writes("Bom dia");
  await third.writes("Bom dia");
  await inbox.show("Aguardando");
  await expect(inbox.row(second.name)).toBeVisible();
  await expect(inbox.row(third.name)).toBeVisible();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    ({ search }) => search === "?peek=true",
    async (route) => {
      await held;
      await route.fallback();
    },
  );
  calls.length = 0;
  await rest(second.name);
  await expect.poll(() => calls.length).toBe(1);
  await rest(third.name);
  expect(calls).toHaveLength(1);
  release();
  await expect.poll(() => calls.length).toBe(2);

  const fifth = await connection.newCustomer();
  await fifth.writes("Bom dia");
  await inbox.tab("Encerradas").hover();
  await expect(inbox.row(fifth.name)).toBeVisible();
  await page.keyboard.press("Home");
  await inbox.row(fifth.name).focus();
  await page.clock.runFor(200);
  await expect.poll(() => calls.length).toBe(3);
  await inbox.tab("Encerradas").focus();
  calls.length = 2;

  await page.evaluate(() => Object.defineProperty(navigator, "connection", { configurable: true, value: { saveData: true } }));
  const fourth = await connection.newCustomer();
  await fourth.writes("Bom dia");
  await inbox.tab("Encerradas").hover();
  await expect(inbox.row(fourth.name)).toBeVisible();
  await rest(fourth.name);
  expect(calls).toHaveLength(2);
});
