import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { addHistory, numberedLines } from "./support/history.js";
import { InboxPage } from "./support/inboxPage.js";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** A real finger, with what the browser makes of it. */
async function fingerOf(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: readonly { x: number; y: number }[]) =>
    protocol.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] });
  return {
    async down(on: Locator): Promise<{ x: number; y: number }> {
      const box = await on.boundingBox();
      const at = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 16 };
      await send("touchStart", at);
      return at;
    },
    /** Moves in steps, as a finger does, without being lifted. */
    async pull(from: { x: number; y: number }, right: number, down = 0): Promise<void> {
      for (let step = 1; step <= 6; step += 1) await send("touchMove", { x: from.x + (right * step) / 6, y: from.y + (down * step) / 6 });
    },
    up: () => send("touchEnd"),
  };
}

test("on a phone a long press opens the menu and chooses nothing, and no button is beside a message", async ({ enter, ana, customer }) => {
  const page = await enter(ana, PHONE);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Tem na cor azul?");
  // More than the screen shows.
  await addHistory(Number(await inbox.row(customer.name).getAttribute("data-ticket-id")), numberedLines(20));
  const conversation = await inbox.accept(customer.name);
  const bubble = conversation.message("Tem na cor azul?").locator(".bubble");
  await expect(bubble).toBeVisible();
  expect(await conversation.feed.evaluate((feed) => feed.scrollHeight - feed.clientHeight)).toBeGreaterThan(120);
  const finger = await fingerOf(page);
  const quoted = conversation.region.locator(".composerReply");

  await test.step("no button lies beside a message", async () => {
    expect(await conversation.region.locator(".messageTools").evaluateAll((all) => all.every(({ clientWidth }) => clientWidth <= 1))).toBe(
      true,
    );
  });

  await test.step("lifting the finger after a long press chooses nothing, and the next touch does", async () => {
    const menu = page.getByRole("menu");
    await finger.down(bubble);
    await expect(menu).toBeVisible();
    await finger.up();
    await menu.evaluate((shown) => shown.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 })));
    await expect(quoted).toHaveCount(0);
    await menu.getByRole("menuitem", { name: "Responder" }).tap();
    await expect(quoted).toContainText("Tem na cor azul?");
    await conversation.region.getByRole("button", { name: /Cancelar a resposta/ }).tap();
    await expect(quoted).toHaveCount(0);
  });

  await test.step("pulled to the right it is answered when the finger is lifted, a short way or a scroll answers nothing [D-491]", async () => {
    const message = conversation.message("Tem na cor azul?");
    // A finger that rests for half a second before it moves opens the menu, and on a busy machine the two steps may be that far apart.
    const pull = (right: number, pulled: "near" | "far") =>
      expect(async () => {
        // A scroll by the finger goes on after it was lifted, and may take the message away.
        await conversation.feed.evaluate((feed) => feed.scrollTo(0, feed.scrollHeight));
        await finger.pull(await finger.down(bubble), right);
        if ((await message.getAttribute("data-pulled")) === pulled) return;
        await finger.up();
        // Where no menu is open the key leaves the conversation.
        const menu = page.getByRole("menu");
        if (await menu.isVisible()) await page.keyboard.press("Escape");
        await expect(menu).toHaveCount(0);
        throw new Error(`The message was not pulled ${pulled}.`);
      }).toPass();
    await pull(40, "near");
    await finger.up();
    await expect(message).not.toHaveAttribute("data-pulled");
    await expect(quoted).toHaveCount(0);
    await finger.pull(await finger.down(bubble), 30, 120);
    await finger.up();
    await expect(quoted).toHaveCount(0);
    await pull(90, "far");
    await finger.up();
    await expect(quoted).toContainText("Tem na cor azul?");
    await expect(message).not.toHaveAttribute("data-pulled");
  });
});
