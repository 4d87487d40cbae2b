import type { Page } from "@playwright/test";
import { alterAnswer, withholdEvents } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";

/** A file that could not be fetched. */
const LOST = {
  state: "failed",
  mime: null,
  fileName: null,
  size: null,
  seconds: null,
  width: null,
  height: null,
  voice: false,
  peaks: null,
};

/** Searches for another reaction, in an open menu. */
async function reactWith(page: Page, word: string): Promise<void> {
  await page.getByRole("menuitem", { name: "Outras reações" }).click();
  await page.getByRole("searchbox").fill(word);
  await expect(page.getByRole("group", { name: "Resultados da busca" }).getByRole("button", { name: word, exact: true })).toBeVisible();
  await page.getByRole("searchbox").press("Enter");
}

test("the menu of a message opens by its button, a right click and a long press, reacts, and follows what its author changes", async ({
  enter,
  ana,
  customer,
}, testInfo) => {
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  const picture = await customer.does({ kind: "image", media: { sample: "photo" } });
  await customer.does({ kind: "image", media: { sample: "photo" } });
  const edited = await customer.does({ kind: "text", text: "Chega hoje" });
  await customer.writes("Chegou tudo certo");
  await customer.writes("Veja https://example.com/ajuda");
  const conversation = await inbox.accept(customer.name);

  await test.step("the menu of a message reacts, and the same reaction again removes it", async () => {
    const message = conversation.message("Chegou tudo certo");
    const menu = await conversation.openMenu("Chegou tudo certo");
    await expect(menu.getByRole("menuitem", { name: "Apagar para todos" })).toHaveCount(0);
    await expect(menu.getByRole("menuitem", { name: "Editar" })).toHaveCount(0);
    await inspect(page, testInfo, "message-menu");
    await menu.getByRole("menuitemcheckbox", { name: "Reagir com 👍" }).click();
    await message.getByRole("button", { name: "Reações: 👍 Você" }).click();
    await expect(page.getByRole("dialog", { name: "Reações" }).getByRole("listitem")).toHaveText(["👍Você"]);
    await page.keyboard.press("Escape");
    await expect((await conversation.openMenu("Chegou tudo certo")).getByRole("menuitemcheckbox", { checked: true })).toHaveText("👍");
    await reactWith(page, "foguete");
    await expect(message.getByRole("button", { name: "Reações: 🚀 Você" })).toBeVisible();
    await message.locator(".bubble").click({ button: "right" });
    await reactWith(page, "foguete");
    await expect(message.getByRole("button", { name: /^Reações/ })).toHaveCount(0);
  });

  await test.step("what is open for a message shows it as it is now, when its author edits or deletes it", async () => {
    const menu = await conversation.openMenu("Chega hoje");
    await customer.does({ edit: edited, text: "Chega amanhã" });
    await expect(page.locator(".message", { hasText: "Chega amanhã" })).toBeVisible();
    await menu.getByRole("menuitem", { name: "Dados da mensagem" }).click();
    const info = page.getByRole("dialog", { name: "Dados da mensagem" });
    await expect(info.locator(".messageInfoText")).toHaveText("Chega amanhã");
    await customer.does({ edit: edited, text: "Chega depois" });
    await expect(info.locator(".messageInfoText")).toHaveText("Chega depois");
    await page.keyboard.press("Escape");

    await (await conversation.openMenu("Chega depois")).getByRole("menuitem", { name: "Responder" }).click();
    const quoted = conversation.region.locator('[data-region="composer"]').getByText("Chega", { exact: false });
    await expect(quoted).toHaveText("Chega depois");
    await customer.does({ revoke: edited });
    await expect(quoted).toHaveCount(0);
    // The list moves when the text goes, and with it what is clicked next.
    await expect(conversation.region.getByText("Mensagem apagada")).toBeVisible();

    await test.step("what lies in the list can be pressed in the moment in which it moves [A9]", async () => {
      const pressed = await conversation.feed.evaluate(async (feed) => {
        feed.scrollTop = 0;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const { left, top, width, height } = feed.querySelector(".picture")?.getBoundingClientRect() ?? new DOMRect();
        return document
          .elementFromPoint(left + width / 2, top + height / 2)
          ?.closest("button")
          ?.getAttribute("aria-label");
      });
      expect(pressed).toBe("Abrir a imagem");
    });
    // Another picture in its place would be taken for it.
    await conversation.region.getByRole("button", { name: "Abrir a imagem" }).first().click();
    const opened = page.locator(".yarl__slide_current img");
    await expect(opened).toBeVisible();
    await customer.does({ revoke: picture });
    await expect(opened).toHaveCount(0);
    await expect(conversation.region.getByRole("button", { name: "Abrir a imagem" })).toHaveCount(1);
  });

  await test.step("a long press opens the menu of a message, unless the finger moves; a link keeps the browser's menu", async () => {
    const bubble = conversation.message("Veja https://example.com/ajuda").locator(".bubble");
    const menu = page.getByRole("menu");
    await expect(bubble).toBeVisible();
    await page.clock.install();
    const touch = (type: string, clientY: number) =>
      bubble.dispatchEvent(type, { pointerType: "touch", isPrimary: true, bubbles: true, clientX: 200, clientY });
    await touch("pointerdown", 200);
    await touch("pointermove", 240);
    await page.clock.runFor(600);
    await expect(menu).toHaveCount(0);
    await touch("pointerdown", 200);
    await touch("pointermove", 204);
    await page.clock.runFor(600);
    await expect(menu.getByRole("menuitem", { name: "Responder" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.clock.runFor(600);
    await expect(menu).toHaveCount(0);
    const keptBy = (selector: string) =>
      bubble
        .locator(selector)
        .evaluate((element) => element.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true })));
    expect(await keptBy("a")).toBe(true);
    expect(await keptBy(".waText")).toBe(false);
  });
});

test("what the network of a Meta connection cannot do says so", async ({ enter, rui, cloud }) => {
  const page = await enter(rui);
  const customer = cloud.newCustomer();
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Sem arquivo");
  const conversation = await inbox.accept(customer.name);

  await test.step("a message that the network cannot delete stays, and the reason is shown [CONV-047, D-072]", async () => {
    await conversation.write("Olá");
    await expect(conversation.state("Olá", "Enviada").or(conversation.state("Olá", "Entregue"))).toBeVisible();
    const menu = await conversation.openMenu("Olá");
    await expect(menu.getByRole("menuitem", { name: "Editar" })).toBeDisabled();
    await expect(menu.getByRole("menuitem", { name: "Editar" })).toContainText("A rede desta conexão não oferece isto");
    await menu.getByRole("menuitem", { name: "Apagar para todos" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Apagar para todos" }).click();
    await expect(page.getByText("Não foi possível excluir essa mensagem")).toBeVisible();
    await expect(conversation.message("Olá")).toBeVisible();
  });

  await test.step("a received message without its file can be processed again on meow only [CONV-048, D-082]", async () => {
    await alterAnswer<{ readonly messages: readonly { readonly body: string }[] }>(page, "/api/messages/*", ({ messages, ...rest }) => ({
      ...rest,
      messages: messages.map((message) => (message.body === "Sem arquivo" ? { ...message, mediaType: "document", media: LOST } : message)),
    }));
    // An event of the message would bring it as it is in truth.
    await withholdEvents(page, "appMessage");
    await page.reload();
    await (await conversation.openMenu(/Sem arquivo/)).getByRole("menuitem", { name: "Processar de novo" }).click();
    await expect(page.getByText("Não foi possível reprocessar essa mensagem!")).toBeVisible();
  });
});
