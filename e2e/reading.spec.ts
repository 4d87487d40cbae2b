import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";

/** Hides the tab or shows it again, as far as the page can detect. */
async function cover(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => now });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (now ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

test("messages are marked as read when the hidden tab is shown again", async ({ enter, ana, customer }) => {
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
});
