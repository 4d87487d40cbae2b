import type { FileChooser, Locator, Page } from "@playwright/test";
import { letUndoPass, stopClock } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { uniqueName, uniqueNumber } from "./support/product.js";

const DESKTOP = { viewport: { width: 1440, height: 900 } };

test("the palette and the keys lead an agent to actions, pages, conversations and contacts", async ({
  enter,
  api,
  ana,
  connection,
  customer,
  problems,
}, testInfo) => {
  await customer.writes("Bom dia");
  const page = await enter(ana, DESKTOP);
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  const palette = page.getByRole("dialog", { name: "Buscar ou executar um comando" });

  await test.step("Ctrl+K offers what can be done with the open conversation; the chosen action runs and Escape gives the focus back", async () => {
    await conversation.box.focus();
    await page.keyboard.press("Control+k");
    const field = palette.getByRole("combobox");
    await expect(field).toBeFocused();
    await expect(palette.getByRole("group", { name: "Ações desta conversa" }).getByRole("option").first()).toContainText(customer.name);
    await inspect(page, testInfo, "palette");
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
    await expect(conversation.box).toBeFocused();

    await page.getByRole("button", { name: "Buscar ou executar um comando" }).click();
    await field.fill("transf");
    await expect(palette.getByRole("option")).toHaveText([/Transferir/, /Buscar “transf” nas conversas/]);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Transferir conversa" })).toBeVisible();
    await page.keyboard.press("Escape");
    await closed(page);
  });

  await test.step("the palette leads to the pages of the person, and to conversations that were open before", async () => {
    const address = new URL(page.url()).pathname;
    const find = async (text: string) => {
      await page.keyboard.press("Control+k");
      await palette.getByRole("combobox").fill(text);
    };
    await find("usuarios");
    await expect(palette.getByRole("option")).toHaveText([/Buscar “usuarios” nas conversas/]);
    await palette.getByRole("combobox").fill("respostas rapidas");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/quickAnswers$/);
    await expect(page.getByRole("heading", { level: 1, name: "Respostas rápidas" })).toBeVisible();
    await find(customer.name);
    await palette.getByRole("group", { name: "Conversas recentes" }).getByRole("option", { name: customer.name }).click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(inbox.conversation(customer.name).box).toBeVisible();
  });

  await test.step("the second key of a sequence does not run the shortcut of that key alone, and the list of shortcuts has all of them", async () => {
    await page.keyboard.press("Escape");
    const { region } = inbox.conversation(customer.name);
    await region.locator(".message").last().focus();
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await expect(page).toHaveURL(/\/tickets$/);
    await expect(page.getByRole("dialog", { name: "Transferir conversa" })).toBeHidden();
    await page.locator("body").press("g");
    await page.locator("body").press("q");
    await expect(page).toHaveURL(/\/quickAnswers$/);
    await page.locator("body").press("Shift+?");
    const sheet = page.getByRole("dialog", { name: "Atalhos do teclado" });
    for (const deed of ["Transferir", "Aceitar", "Próxima não lida", "Contatos"])
      await expect(sheet.getByText(deed, { exact: true })).toBeVisible();
  });

  await test.step("a customer's name leads to the live conversation, and any words to the search of messages [D-343]", async () => {
    await page.keyboard.press("Escape");
    await closed(page);
    const address = new URL(page.url()).pathname;
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill(customer.name);
    await palette.getByRole("group", { name: "Contatos" }).getByRole("option", { name: customer.name }).click();
    await expect(inbox.conversation(customer.name).box).toBeVisible();
    expect(address).not.toBe(new URL(page.url()).pathname);
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("Bom dia");
    await palette.getByRole("option", { name: "Buscar “Bom dia” nas conversas" }).click();
    await expect(page).toHaveURL(/tab=search&text=Bom\+dia/);
    await expect(inbox.row(customer.name)).toContainText("Bom dia");
  });

  // A contact without a live conversation.
  problems.accept(/404 .*\/api\/tickets\/contact\/\d+/);
  await test.step("a contact that the palette finds is the one of a new conversation, which a reload does not begin again", async () => {
    const name = uniqueName("Contato");
    await api.post("/contacts", { name, number: uniqueNumber(), respostaAutomatica: true });
    // The connection is asked for where there are several.
    await api.post("/whatsapp", { name: uniqueName("Outra"), api: "meow" });
    await page.goto("/quickAnswers");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill(name);
    await palette.getByRole("group", { name: "Contatos" }).getByRole("option", { name }).click();
    const dialog = page.getByRole("dialog", { name: "Nova conversa" });
    await expect(dialog).toContainText(name);
    await page.reload();
    await expect(page.getByRole("tablist", { name: "Listas" })).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill(name);
    await palette.getByRole("group", { name: "Contatos" }).getByRole("option", { name }).click();
    await dialog.getByRole("combobox", { name: "Conexão" }).selectOption(connection.name);
    await dialog.getByRole("button", { name: "Iniciar conversa" }).click();
    await expect(new InboxPage(page).conversation(name).box).toBeVisible();
  });
});

/** The shown controls of a part of the page that name no keys. */
const withoutKeys = (part: Locator): Promise<string[]> =>
  part
    .locator("button, [role=menuitem], input[type=checkbox]")
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility() && !control.hasAttribute("aria-keyshortcuts"))
        .map((control) => control.getAttribute("aria-label") ?? control.closest("label")?.textContent ?? control.textContent ?? ""),
    );

/** Waits until no dialog and no menu is left, not even one that fades. */
async function closed(page: Page): Promise<void> {
  await expect(page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]')).toHaveCount(0);
}

/** The controls without keys of the menu below a button. */
async function menuWithoutKeys(page: Page, opener: Locator): Promise<string[]> {
  await opener.click();
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem").first()).toBeFocused();
  const names = await withoutKeys(menu);
  await page.keyboard.press("Escape");
  await closed(page);
  return names;
}

test("what is typed anywhere in a conversation is a text; a single key on a row gives back, and can be undone as long as a closing", async ({
  enter,
  ana,
  customer,
}) => {
  await customer.writes("Bom dia");
  const page = await enter(ana, DESKTOP);
  await page.clock.install();
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  const { box, region } = conversation;
  const undo = page.getByRole("status").filter({ hasText: "voltando para a espera" });

  await test.step("after a click on the grey area, on a message or on a button", async () => {
    const typed = async (text: string) => {
      await expect(box).not.toBeFocused();
      await page.keyboard.type(text);
      await expect(box).toHaveValue(text);
      await box.fill("");
    };
    await conversation.feed.click({ position: { x: 4, y: 4 } });
    await typed("w, amanha cedo");
    await conversation.message("Bom dia").click();
    await typed("retomo e 5");
    await region.getByRole("button", { name: "Mais ações" }).focus();
    await typed("x?/g t");
    await closed(page);
    await expect(undo).toBeHidden();
  });

  await box.press("Escape");
  await expect(inbox.row(customer.name)).toBeFocused();
  await page.keyboard.press("w");
  await undo.getByRole("button", { name: "Desfazer" }).click();
  await expect(undo).toBeHidden();
  await box.press("Escape");
  await expect(inbox.row(customer.name)).toBeFocused();
  const puts: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && /\/api\/tickets\/\d+$/.test(request.url())) puts.push(request.postDataJSON());
  });
  await stopClock(page);
  await page.keyboard.press("w");
  await expect(undo).toBeVisible();
  await page.clock.runFor(4_300);
  expect(puts).toEqual([]);
  await page.clock.runFor(400);
  await expect.poll(() => puts).toEqual([{ status: "pending", userId: null }]);
  await page.clock.resume();
  await expect(region.getByText("Aceite a conversa para responder")).toBeVisible();
});

test("every button of a conversation has its keys, which act as it does and never while somebody types", async ({ enter, customer }) => {
  await customer.writes("Bom dia");
  const page = await enter(undefined, DESKTOP);
  await page.clock.install();
  // Asked for long before the key: the browser may hear a key before it hears that its choice of files is watched.
  const choosers: FileChooser[] = [];
  page.on("filechooser", (chooser) => choosers.push(chooser));
  const inbox = await new InboxPage(page).open("Aguardando");
  const { region, box } = await inbox.accept(customer.name);
  const more = region.getByRole("button", { name: "Mais ações" });
  const attach = region.getByRole("button", { name: "Anexar", exact: true });

  // Two buttons open menus whose entries have keys; no key begins a deletion or asks a colleague, the audit is another page, and the signature is a choice that stays.
  expect(await withoutKeys(region.locator(".conversationHead"))).toEqual(["Mais ações"]);
  expect(await menuWithoutKeys(page, more)).toEqual(["Excluir conversa", "Convidar colega", "Ver na auditoria"]);
  await more.click();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  // The menu still fades out.
  await page.keyboard.press("f");
  await expect(box).toHaveValue("f");
  await box.fill("");
  const find = region.getByRole("button", { name: "Buscar na conversa" });
  await box.press("Escape");
  await expect(inbox.row(customer.name)).toBeFocused();
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "Atalhos do teclado" })).toBeVisible();
  await page.keyboard.press("Escape");
  // The dialog does, too.
  await page.keyboard.press("f");
  await expect(find).toHaveAttribute("aria-expanded", "true");
  await find.click();
  await expect(find).toHaveAttribute("aria-expanded", "false");
  await box.fill("Bom ");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Buscar ou executar um comando" }).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.type("dia");
  await expect(box).toHaveValue("Bom dia");
  expect(await withoutKeys(region.locator(".composerTools"))).toEqual(["Anexar", "Assinar"]);
  expect(await menuWithoutKeys(page, attach)).toEqual([]);

  await box.fill("");
  await box.pressSequentially("ewxvbcuhmsydltpfi");
  await expect(box).toHaveValue("ewxvbcuhmsydltpfi");
  await closed(page);
  await page.keyboard.press("Control+Shift+k");
  await expect(box).toHaveValue("-- ");
  await page.keyboard.press("Control+Shift+k");
  await page.keyboard.press("Control+Shift+e");
  await expect(page.getByRole("dialog", { name: "Emoji" })).toBeVisible();
  await page.keyboard.press("Escape");
  await closed(page);
  await box.fill("");

  await box.press("Escape");
  await expect(inbox.row(customer.name)).toBeFocused();
  await page.keyboard.press("c");
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("-- ");
  await box.fill("");
  await box.press("Escape");
  await expect(inbox.row(customer.name)).toBeFocused();
  await page.keyboard.press("u");
  await expect.poll(() => choosers.map((chooser) => chooser.isMultiple())).toEqual([true]);
  await page.keyboard.press("s");
  await expect(page.getByRole("dialog", { name: "Adiar conversa" })).toBeVisible();
  await page.keyboard.press("Escape");
  await closed(page);
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog", { name: "Agendar mensagem" })).toBeVisible();
  await page.keyboard.press("Escape");
  await closed(page);
  await page.keyboard.press("w");
  await letUndoPass(page);
  await expect(region.getByText("Aceite a conversa para responder")).toBeVisible();
  // Its row has left the list, and its button the page, and with it the key.
  await region.locator(".message").last().focus();
  await page.keyboard.press("c");
  await page.keyboard.press("x");
  await expect(page.getByRole("alertdialog", { name: /^Encerrar a conversa/ })).toBeVisible();
  // A question keeps the keys from what is behind it.
  await page.keyboard.press("t");
  await page.keyboard.press("Escape");
  await closed(page);

  const ticketId = /\/tickets\/(\d+)/.exec(page.url())?.[1] ?? "";
  await more.click();
  await page.getByRole("menuitem", { name: "Ver na auditoria" }).click();
  await expect(page).toHaveURL(new RegExp(`/audit\\?kind=ticket&objectId=${ticketId}$`));
  await expect(page.getByRole("row", { name: /Ticket: aceite/ })).toBeVisible();

  await test.step("an administrator finds a setting by its name and begins a new connection [D-343]", async () => {
    const palette = page.getByRole("dialog", { name: "Buscar ou executar um comando" });
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("fuso");
    await palette.getByRole("option", { name: /^Fuso horário/ }).click();
    await expect(page).toHaveURL(/\/settings\?find=/);
    await expect(page.getByText("Fuso horário").first()).toBeVisible();
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("nova conexão");
    await palette.getByRole("option", { name: /^Nova conexão/ }).click();
    await expect(page.getByRole("dialog", { name: "Adicionar conexão" })).toBeVisible();
  });
});
