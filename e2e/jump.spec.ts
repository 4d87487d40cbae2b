import { patience } from "@balcao/testing/patience";
import type { Locator, Page } from "@playwright/test";
import { recordCalls } from "./support/answers.js";
import { passUntil } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { addHistory, numberedLines, openTicket } from "./support/history.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { busyBrowser } from "./support/busyBrowser.js";

const LINES = 400;

const toEnd = (conversation: Conversation): Locator =>
  conversation.region.getByRole("button", { name: /^Ir para a mensagem mais recente/ });
const line = (conversation: Conversation, at: number): Locator => conversation.message(`Linha ${at}.`);
const idOf = (url: string): number => Number(/\/tickets\/(\d+)/.exec(url)?.[1]);

/** Which messages began to blink, with the duration and the number of their blinks; a slow machine looks when it is over. */
async function recordBlinks(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const seen: unknown[] = [];
    Object.assign(window, { blinks: seen });
    document.addEventListener("animationstart", ({ target }) => {
      if (!(target instanceof Element) || !target.matches("[data-blink] .bubble")) return;
      for (const { effect } of target.getAnimations())
        seen.push([/Linha \d+\./.exec(target.textContent)?.[0], effect?.getTiming().duration, effect?.getTiming().iterations]);
    });
  });
  return () => page.evaluate(() => (window as unknown as { blinks: unknown }).blinks);
}

test("an address with a message opens the conversation there, pages both ways, and leads back to the end [CONV-025, CONV-050]", async ({
  enter,
  ana,
  customer,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 404.*\/api\/messages\/\d+\?around=/);
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Olá");
  const conversation = await inbox.accept(customer.name);
  const ticketId = idOf(page.url());
  const ids = await addHistory(ticketId, numberedLines(LINES));
  const pages = recordCalls(page, ({ pathname }) => pathname === `/api/messages/${ticketId}`);

  await page.clock.install();
  const blinks = await recordBlinks(page);
  await page.goto(`/tickets/${ticketId}?message=${ids[200]}`);
  await expect(line(conversation, 200)).toBeInViewport();
  await expect.poll(blinks).toEqual([["Linha 200.", 500, 10]]);
  await expect(line(conversation, 199)).toBeInViewport();
  await expect(line(conversation, 201)).toBeInViewport();
  expect(pages[0]?.searchParams.get("around")).toBe(ids[200]);
  // Tab reaches the message that was jumped to, and after scrolling one on the screen.
  const tabStop = conversation.feed.locator('.message[tabindex="0"]');
  await expect(tabStop).toHaveAccessibleName(/Linha 200\./);
  await inspect(page, testInfo, "jump-desktop");

  // What is written meanwhile belongs to the end, which is not loaded.
  await customer.writes("Chegou agora");
  await expect(toEnd(conversation)).toHaveAccessibleName(/1 nova$/);
  await expect(conversation.message("Chegou agora")).toHaveCount(0);
  await expect(line(conversation, 200)).toBeInViewport();
  await passUntil(page, 5_000, (soon) => expect(line(conversation, 200)).not.toHaveAttribute("data-blink", soon));

  // Rows that are not measured yet are hidden, and have no inner text.
  const mounted = async () => {
    const texts = await conversation.feed.locator(".message").allTextContents();
    return texts.map((text) => Number(/Linha (\d+)\./.exec(text)?.[1]));
  };
  const scrollTo = async (at: number) => {
    await conversation.feed.hover();
    await expect(async () => {
      // A slow page may draw only after the next turn of the wheel, which then went too far.
      const rows = await mounted();
      const away = at - (rows[Math.floor(rows.length / 2)] ?? at);
      await page.mouse.wheel(0, Math.sign(away) * Math.min(2_000, Math.abs(away) * 40));
      await expect(line(conversation, at)).toBeInViewport({ timeout: 300 });
    }).toPass();
  };
  await scrollTo(150);
  await scrollTo(250);
  await expect(tabStop).toBeInViewport();
  const numbers = await mounted();
  expect(numbers).toEqual(Array.from(numbers, (_each, at) => (numbers[0] ?? 0) + at));

  await toEnd(conversation).click();
  await expect(conversation.message("Chegou agora")).toBeInViewport();
  await expect(toEnd(conversation)).toBeHidden();
  await expect(page).not.toHaveURL(/message=/);
  await expect(inbox.row(customer.name).getByText(/mensage(m|ns) não lida/)).toBeHidden();

  await test.step("what is written from the middle of a conversation is shown at its end", async () => {
    await page.goto(`/tickets/${ticketId}?message=${ids[100]}`);
    await expect(line(conversation, 100)).toBeInViewport();
    await conversation.write("Respondo aqui");
    await expect(conversation.message(/Respondo aqui/)).toBeInViewport();
    await expect(line(conversation, 100)).toHaveCount(0);
  });

  await test.step("an address with a message that is not in the ticket says so and opens its end", async () => {
    await page.goto(`/tickets/${ticketId}?message=999999999`);
    await expect(page.getByText("A mensagem não está mais aqui.")).toBeVisible();
    await expect(inbox.conversation(customer.name).message("Respondo aqui")).toBeVisible();
    await expect(page).not.toHaveURL(/message=/);
  });
});

test("a quoted message that is far away is jumped to with one request, and gets the focus [CONV-033]", async ({
  enter,
  api,
  ana,
  connection,
}) => {
  // Where motion is reduced, what is moved must be measured at its new place at once.
  const page = await enter(ana, { reducedMotion: "reduce" });
  const { ticketId, name } = await openTicket(api, { connection, userId: ana.id, texts: [] });
  const conversation = new InboxPage(page).conversation(name);
  await addHistory(ticketId, [...numberedLines(LINES), { body: "Sobre o começo", quotes: 3 }]);
  await busyBrowser(page);
  await page.goto(`/tickets/${ticketId}`);
  await expect(conversation.message("Sobre o começo")).toBeVisible();
  const pages = recordCalls(page, ({ pathname }) => pathname === `/api/messages/${ticketId}`);
  const around = () => pages.filter(({ searchParams }) => searchParams.has("around"));
  const quote = conversation.message("Sobre o começo").getByRole("button", { name: "Ir para a mensagem citada" });
  const timeout = patience(6_000);
  // The messages move until all above are measured, and a click in that moment hits nothing.
  await expect(async () => {
    if (around().length === 0) await quote.click({ timeout });
    await expect.poll(() => around().length, { timeout }).toBeGreaterThan(0);
  }).toPass();
  await expect(line(conversation, 3)).toBeFocused();
  await expect(line(conversation, 3)).toBeInViewport();
  await expect(line(conversation, 3)).toHaveAttribute("data-blink", "true");
  expect(around()).toHaveLength(1);
  expect(pages.length).toBeLessThan(5);
});

test("a list that has just opened lets go of its end as soon as one scrolls away", async ({ enter, api, ana, connection }) => {
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const { ticketId, name } = await openTicket(api, { connection, userId: ana.id, texts: [] });
  const conversation = new InboxPage(page).conversation(name);
  const ids = await addHistory(ticketId, numberedLines(LINES));
  // As from a trackpad: a little in each frame, from the first frame in which there are messages; rows are measured meanwhile.
  await page.addInitScript(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    const scroll = (): void => {
      const feed = document.querySelector(".messages");
      if (feed?.querySelector(".message") && feed.scrollTop > 0) {
        places.push(feed.scrollHeight - feed.clientHeight - feed.scrollTop);
        feed.dispatchEvent(new WheelEvent("wheel", { deltaY: -20 }));
        feed.scrollBy({ top: -20, behavior: "instant" });
      }
      if (places.length < 60) requestAnimationFrame(scroll);
    };
    requestAnimationFrame(scroll);
  });
  await page.goto(`/tickets/${ticketId}`);
  const places = (): Promise<readonly number[]> => page.evaluate(() => (window as unknown as { places: number[] }).places);
  await expect.poll(async () => (await places()).length).toBe(60);
  // Farther from the end in each frame, but for the first ones, in which the list opens.
  const pulledBack = (await places()).slice(5).filter((place, at, all) => at > 0 && place < (all[at - 1] ?? 0));
  expect(pulledBack).toEqual([]);
  await expect(conversation.message(`Linha ${ids.length}.`)).not.toBeInViewport();
});
