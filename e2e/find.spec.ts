import type { Page } from "@playwright/test";
import type { Account } from "./support/api.js";
import { recordCalls } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { addHistory, numberedLines, type OldMessage } from "./support/history.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import type { Customer } from "./support/linkedConnection.js";

const BEFORE: readonly OldMessage[] = numberedLines(200);
const HITS = ["O XILOFÔNE chegou?", "Quero dois xilofones", "Um xilofone azul"];

/** Opens a conversation of hundreds of messages, three of which speak of a xylophone. */
async function openLong(page: Page, customer: Customer): Promise<Conversation> {
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Olá");
  await inbox.accept(customer.name);
  const ticketId = Number(/\/tickets\/(\d+)/.exec(page.url())?.[1]);
  const said = HITS.flatMap((body, at) => [{ body }, ...numberedLines(60 + at)]);
  await addHistory(ticketId, [...BEFORE, ...said]);
  await page.reload();
  const conversation = inbox.conversation(customer.name);
  await expect(conversation.message("Olá")).toBeVisible();
  return conversation;
}

const enterWide = (enter: (person: Account, options: object) => Promise<Page>, ana: Account) =>
  enter(ana, { viewport: { width: 1440, height: 900 } });

test("a word is found in a conversation, newest first, and jumped to beside the results [CONV-002, CONV-007, CONV-045, CONV-046]", async ({
  enter,
  ana,
  customer,
}, testInfo) => {
  const page = await enterWide(enter, ana);
  const conversation = await openLong(page, customer);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/FindInConversation[^/]*\.js$/, (route) => held.then(() => route.continue()));
  await conversation.region.getByRole("button", { name: "Buscar na conversa" }).click();
  // The key of "Transferir": while the panel is loaded, what is typed is meant for its field.
  await page.keyboard.press("t");
  release();
  const panel = page.getByRole("complementary", { name: "Buscar na conversa" });
  const field = panel.getByRole("searchbox", { name: "Palavra da mensagem" });
  await expect(field).toBeFocused();
  const calls = recordCalls(page, ({ pathname }) => pathname.startsWith("/api/messages/search/"));
  await field.fill("xilofone");
  const results = panel.getByRole("list", { name: "Mensagens encontradas" }).getByRole("button");
  await expect(results.locator("mark")).toHaveText(["xilofone", "xilofone", "XILOFÔNE"]);
  await expect(results.first()).toContainText(customer.name);
  await expect(results.locator("time")).toHaveCount(3);
  await expect(page.locator("[aria-live]").filter({ hasText: "3 mensagens" })).toHaveCount(1);
  expect(calls).toHaveLength(1);
  await inspect(page, testInfo, "find-desktop");

  await field.press("Enter");
  await expect(conversation.message("Um xilofone azul")).toBeInViewport();
  await expect(conversation.message("Um xilofone azul")).toHaveAttribute("data-blink", "true");
  await expect(field).toBeFocused();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(conversation.message("O XILOFÔNE chegou?")).toBeInViewport();
  await expect(results.last()).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(conversation.region.getByRole("button", { name: "Buscar na conversa" })).toBeFocused();

  await test.step("an empty search is refused, and one without results says so [CONV-045, CONV-046]", async () => {
    await conversation.region.locator(".message").last().focus();
    await page.keyboard.press("f");
    const panel = page.getByRole("complementary", { name: "Buscar na conversa" });
    const field = panel.getByRole("searchbox", { name: "Palavra da mensagem" });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
    const calls = recordCalls(page, ({ pathname }) => pathname.startsWith("/api/messages/search/"));
    await field.fill("   ");
    await field.press("Enter");
    await expect(panel.getByRole("alert")).toHaveText("Digite o que procurar.");
    expect(calls).toEqual([]);
    await field.fill("marimba");
    await field.press("Enter");
    await expect(panel.getByText("Nenhuma mensagem foi encontrada")).toBeVisible();
  });

  await panel.getByRole("button", { name: "Fechar a busca" }).click();
  await expect(panel).toBeHidden();
  await test.step("on a phone the search covers the conversation, and a jump uncovers it", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await conversation.region.getByRole("button", { name: "Buscar na conversa" }).click();
    const dialog = page.getByRole("dialog", { name: "Buscar na conversa" });
    await dialog.getByRole("searchbox", { name: "Palavra da mensagem" }).fill("xilofone azul");
    const result = dialog.getByRole("button", { name: /xilofone azul/ });
    await expect(result).toBeVisible();
    await inspect(page, testInfo, "find-phone");
    await result.click();
    await expect(dialog).toBeHidden();
    await expect(conversation.message("Um xilofone azul")).toBeInViewport();
  });
});
