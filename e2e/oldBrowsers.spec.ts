import type { BrowserContext } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { LoginPage } from "./support/loginPage.js";
import { product } from "./support/product.js";

/** Takes away what Chrome 109, Firefox 115 or Safari 16.4 lack and newer ones have, as far as pages use it. */
const makeOldest = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const remove = (owner: object, ...names: readonly string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name);
    };
    remove(AbortSignal, "any");
    remove(URL, "canParse", "parse");
    remove(Promise, "withResolvers", "try");
    remove(Array, "fromAsync");
    remove(Object, "groupBy");
    remove(Map, "groupBy");
    remove(Array.prototype, "toSorted", "toReversed", "toSpliced", "with");
    remove(Set.prototype, "union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom");
    remove(Intl, "Segmenter", "DurationFormat");
    remove(window, "requestIdleCallback", "cancelIdleCallback", "ClipboardItem");
    remove(Document.prototype, "startViewTransition");
    remove(Element.prototype, "checkVisibility", "getHTML", "setHTMLUnsafe");
    remove(HTMLElement.prototype, "showPopover", "hidePopover", "togglePopover");
    const canPlayType = HTMLMediaElement.prototype.canPlayType;
    HTMLMediaElement.prototype.canPlayType = function (type) {
      return type.startsWith("audio/ogg") ? "" : canPlayType.call(this, type);
    };
  });

test.use({ viewport: { width: 390, height: 844 } });

test("an agent signs in, reads and answers in the oldest supported browsers", async ({ page, context, ana, customer }) => {
  await makeOldest(context);
  await customer.writes("Bom dia https://loja.example/pedido 👍");
  await page.goto("/");
  await new LoginPage(page).signIn(ana);
  const inbox = new InboxPage(page);
  await expect(inbox.tab("Conversas")).toBeVisible();
  await inbox.show("Aguardando");
  const conversation = await inbox.accept(customer.name);
  await expect(conversation.message("Bom dia")).toBeVisible();
  await conversation.write("👍");
  await expect(conversation.state("👍", "Entregue").or(conversation.state("👍", "Lida"))).toBeVisible();
  await customer.sends("voice");
  const asked = page.waitForRequest((request) => request.resourceType() === "media");
  await conversation.region.getByRole("button", { name: "Reproduzir" }).last().click();
  expect((await asked).url()).toMatch(/&as=m4a$/);
  await conversation.region.getByRole("button", { name: "Anexar e mais opções" }).click();
  await page.getByRole("menuitem", { name: "Emoji" }).click();
  const picker = page.getByRole("dialog", { name: "Emoji" });
  const search = picker.getByRole("searchbox", { name: "Buscar emoji" });
  await search.fill("coração");
  await expect(picker.getByRole("button", { name: "coração vermelho" })).toBeVisible();
  await search.press("Enter");
  await expect(conversation.box).toHaveValue("❤️");
});

test("a browser that is too old says so in a sentence", async ({ browser, problems }) => {
  problems.accept(/./);
  const context = await browser.newContext({ locale: "es-MX" });
  await context.addInitScript(() => void Reflect.deleteProperty(Array.prototype, "findLast"));
  const page = await context.newPage();
  await page.goto(product.url);
  await expect(page.getByRole("alert")).toHaveText(/^Este navegador es demasiado antiguo/);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await context.close();
});
