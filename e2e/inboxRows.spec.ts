import type { Locator, Page } from "@playwright/test";
import { alterAnswer, withholdEvents } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { expectTargetsToHoldStill } from "./support/targets.js";

/** Holds a finger on an element until `shown` appears, then lifts it there. */
async function holdOn(page: Page, element: Locator, shown: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  if (!box) throw new Error("there is nothing to press");
  const finger = await page.context().newCDPSession(page);
  const at = { x: Math.round(box.x + 120), y: Math.round(box.y + box.height / 2) };
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await expect(shown).toBeVisible();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("a waiting row says what the customer wants and from where, and the longest wait can come first [INBOX-016, INBOX-020]", async ({
  enter,
  ana,
  connection,
  cloud,
}, testInfo) => {
  // A row names its connection where there are several.
  expect(cloud.name).not.toBe(connection.name);
  const first = await connection.newCustomer();
  const second = await connection.newCustomer();
  await first.writes("Tem furadeira de impacto?");
  await second.writes("Bom dia");
  const page = await enter(ana, { viewport: { width: 1024, height: 768 } });
  await withholdEvents(page, "whatsapp");
  const inbox = await new InboxPage(page).open("Aguardando");
  await first.writes("E parafusos?");
  const row = inbox.row(first.name);
  await expect(row).toContainText("E parafusos?");

  await test.step("queue and connection are named, and the queue is read whole at 1024 px [INBOX-016, INBOX-020]", async () => {
    await expect(row).toContainText(connection.queue.name);
    await expect(row).toContainText(connection.name);
    const cut = await row.locator(".ticketQueue > .ellipsis").evaluate((line, name) => {
      const range = document.createRange();
      const text = line.firstChild;
      if (!text) return null;
      range.setStart(text, 0);
      range.setEnd(text, name.length);
      return range.getBoundingClientRect().right - line.getBoundingClientRect().right;
    }, connection.queue.name);
    expect(cut).toBeLessThanOrEqual(0);
  });

  const order = async () =>
    (await inbox.rows.allTextContents())
      .map((text) => (text.includes(first.name) ? 1 : text.includes(second.name) ? 2 : 0))
      .filter(Boolean);
  await test.step("the longest wait comes first where the person wants it, also after a reload and a new message [D-341]", async () => {
    await page.mouse.move(0, 0);
    await expect.poll(order).toEqual([1, 2]);
    const oldest = page.getByRole("switch", { name: "Mais antigas primeiro" });
    await second.writes("Alguém?");
    await expect.poll(order).toEqual([2, 1]);
    await oldest.check();
    await page.mouse.move(0, 0);
    await expect.poll(order).toEqual([1, 2]);
    await alterAnswer<{ id: number }[]>(page, "/api/whatsapp", (all) => all.filter(({ id }) => id === connection.id));
    const connections = page.waitForResponse("**/api/whatsapp");
    await page.reload();
    await connections;
    await expect(oldest).toBeChecked();
    await second.writes("Olá?");
    await expect(inbox.row(second.name)).toContainText("Olá?");
    expect(await order()).toEqual([1, 2]);
  });

  await test.step("the only connection is not named [INBOX-020]", async () => {
    await expect(row).toContainText(connection.queue.name);
    await expect(row).not.toContainText(connection.name);
  });
  await inspect(page, testInfo, "waitingRows");
});

test("a row has a menu of what can be done with it, by mouse, key and finger", async ({ enter, ana, customer }, testInfo) => {
  await customer.writes("Bom dia");
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  const menu = page.getByRole("menu", { name: `Ações de ${customer.name}` });

  await test.step("a right click offers to accept, and the entry does it", async () => {
    await inbox.row(customer.name).click({ button: "right" });
    await menu.getByRole("menuitem", { name: "Aceitar" }).click();
    await expect(inbox.conversation(customer.name).box).toBeVisible();
  });

  await test.step("the menu of a row that is open marks it as unread", async () => {
    await inbox.open("Abertos");
    await expectTargetsToHoldStill(page, "the rows of the inbox", ".ticketListScroller");
    const row = inbox.row(customer.name);
    await row.click({ button: "right" });
    await inspect(page, testInfo, "rowMenu");
    await menu.getByRole("menuitem", { name: "Marcar como não lida" }).click();
    await expect(row).toContainText("1 mensagem não lida");
    await expect(page).toHaveURL(/\/tickets(\?.*)?$/);
  });

  await test.step("Conversas counts what wants an answer: who waits, and what was not read", async () => {
    await expect(inbox.tab("Conversas")).toContainText(/, [1-9]/);
  });

  await test.step("a long press opens the menu, and lifting the finger chooses nothing", async () => {
    const phone = await enter(ana, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const small = await new InboxPage(phone).open("Abertos");
    const shown = phone.getByRole("menu", { name: `Ações de ${customer.name}` });
    await holdOn(phone, small.row(customer.name), shown);
    await expect(shown).toBeVisible();
    await expect(phone).toHaveURL(/\/tickets(\?.*)?$/);
    await inspect(phone, testInfo, "rowMenuPhone");
    await shown.getByRole("menuitem", { name: "Transferir" }).tap();
    await expect(phone.getByRole("dialog", { name: "Transferir conversa" })).toBeVisible();
  });
});
