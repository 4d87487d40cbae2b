import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { countKeyListeners } from "./support/keyListeners.js";

const note = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(`Nota ${name}`) });
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Chooses files of the computer for the message box. */
async function attach({ region }: Conversation, ...files: readonly ReturnType<typeof note>[]): Promise<void> {
  await region.locator('input[type="file"]').setInputFiles([...files]);
}

const send = ({ region }: Conversation) => region.getByRole("button", { name: "Enviar", exact: true }).click();
const button = ({ region }: Conversation, name: string) => region.getByRole("button", { name, exact: true });

test("files are previewed and sent, an upload can be cancelled or tried again; keys send, begin a line and show the newest message", async ({
  enter,
  ana,
  customer,
  problems,
}) => {
  problems.accept(/Console: .*status of 400.*\/api\/messages/);
  const page = await enter(ana, { viewport: { width: 1440, height: 700 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Os três documentos?");
  const conversation = await inbox.accept(customer.name);

  await test.step("files are previewed, captioned, put in order and removed before they are sent", async () => {
    await attach(conversation, note("a.txt"), note("b.txt"), note("c.txt"));
    await conversation.region.getByLabel("Legenda de c.txt").fill("O terceiro vem primeiro");
    await button(conversation, "Mover c.txt para antes").click();
    await button(conversation, "Mover c.txt para antes").click();
    await expect(button(conversation, "Mover c.txt para antes")).toBeDisabled();
    await button(conversation, "Remover b.txt").click();
    await send(conversation);
    const files = conversation.region.getByRole("link", { name: /^Baixar / });
    await expect(files).toHaveCount(2);
    expect(await files.evaluateAll((links) => links.map((link) => link.getAttribute("download")))).toEqual(["c.txt", "a.txt"]);
    await expect(conversation.message("O terceiro vem primeiro")).toBeVisible();
    await expect(conversation.region.getByRole("img", { name: "Entregue" })).toHaveCount(2);
  });

  await test.step("an upload shows its progress and can be cancelled; a failed one is tried again", async () => {
    await page.route("**/api/messages/*", (route) => (route.request().method() === "POST" ? undefined : route.fallback()));
    await attach(conversation, note("errada.txt"));
    await send(conversation);
    await expect(conversation.region.getByRole("progressbar", { name: "Enviando o arquivo" })).toBeVisible();
    // A request that is still held would go on when its route is taken away.
    const ended = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
    await button(conversation, "Cancelar o envio").click();
    await ended;
    await expect(conversation.region.getByRole("link", { name: "Baixar errada.txt" })).toBeHidden();
    await page.unrouteAll({ behavior: "ignoreErrors" });

    const refusal = { status: 400, json: { error: "ERR_CREATING_MESSAGE", message: "ERR_CREATING_MESSAGE", code: "ERR_CREATING_MESSAGE" } };
    await page.route("**/api/messages/*", (route) => (route.request().method() === "POST" ? route.fulfill(refusal) : route.fallback()), {
      times: 1,
    });
    await attach(conversation, note("certa.txt"));
    await send(conversation);
    await button(conversation, "Mensagem não enviada, ver o motivo").click();
    await page.getByRole("button", { name: "Tentar novamente" }).click();
    await expect(
      conversation
        .message(/certa|Documento/)
        .last()
        .getByRole("img", { name: "Entregue" }),
    ).toBeVisible();
    await page.reload();
    await expect(conversation.region.getByRole("link", { name: "Baixar certa.txt" })).toBeVisible();
    await expect(conversation.region.getByRole("link", { name: "Baixar errada.txt" })).toBeHidden();
  });

  await test.step("Enter begins a new line and Ctrl+Enter sends for who chooses so; End shows the newest message", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Buscar ou executar um comando" }).getByRole("combobox").fill("enter nova linha");
    await page.keyboard.press("Enter");
    await expect(conversation.region.getByText("Ctrl+Enter envia")).toBeVisible();
    await conversation.box.fill("Primeira");
    await conversation.box.press("Enter");
    await conversation.box.pressSequentially("segunda");
    await expect(conversation.box).toHaveValue("Primeira\nsegunda");
    await conversation.box.press("Control+Enter");
    await expect(conversation.message("segunda")).toBeVisible();
    await expect(conversation.box).toHaveValue("");
    await customer.writes("E mais:\n".repeat(80));
    await expect(conversation.message(/E mais/)).toBeVisible();
    await customer.writes("É só isso");
    await expect(conversation.message("É só isso")).toBeVisible();
    await conversation.box.press("PageUp");
    await conversation.box.press("PageUp");
    await expect(conversation.message("É só isso")).not.toBeInViewport();
    await conversation.box.press("End");
    await expect(conversation.message("É só isso")).toBeInViewport();
  });

  await test.step("resolving asks while something is not sent, and keeps it as a draft", async () => {
    await conversation.box.fill("De nada");
    await button(conversation, "Resolver").click();
    const question = page.getByRole("alertdialog", { name: "Há uma mensagem não enviada" });
    await question.getByRole("button", { name: "Continuar escrevendo" }).click();
    await expect(conversation.box).toHaveValue("De nada");
    await conversation.box.fill("");
    await button(conversation, "Resolver").click();
    await expect(question).toBeHidden();
    await expect(page.getByRole("status").filter({ hasText: customer.name })).toContainText("encerrando");
  });
});

test("what is prepared stays with its ticket: a pasted picture, a reply and a comment", async ({ enter, ana, connection }) => {
  const [first, second] = [await connection.newCustomer(), await connection.newCustomer()];
  const page = await enter(ana);
  const keyListeners = await countKeyListeners(page);
  const inbox = await new InboxPage(page).open("Aguardando");
  await first.writes("Tem desconto?");
  await second.writes("Tem estoque?");
  const other = await inbox.accept(second.name);
  await inbox.show("Aguardando");
  const conversation = await inbox.accept(first.name);

  await test.step("a pasted picture is attached, and stays with its ticket while another one is open", async () => {
    await conversation.box.evaluate((box, dot) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(atob(dot), (letter) => letter.charCodeAt(0))], "image.png", { type: "image/png" }));
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, DOT);
    await expect(conversation.region.getByLabel("Legenda de image.png")).toBeVisible();
    await inbox.show("Abertos");
    await inbox.row(second.name).click();
    await expect(other.box).toBeVisible();
    await expect(other.region.getByLabel("Legenda de image.png")).toBeHidden();
    await inbox.row(first.name).click();
    await send(conversation);
    await expect(button(conversation, "Abrir a imagem")).toBeVisible();
  });

  await test.step("reply and comment are kept apart and per ticket, and the list marks the draft", async () => {
    await conversation.box.fill("Temos, sim");
    await button(conversation, "Comentário interno").click();
    await expect(conversation.box).toHaveValue("-- ");
    await conversation.box.pressSequentially("só até 5 %");
    await inbox.show("Abertos");
    await inbox.row(second.name).click();
    await expect(other.box).toHaveValue("");
    await expect(inbox.row(first.name)).toContainText("Rascunho");
    await other.box.fill("Vou ver");
    const listening = await keyListeners();
    await inbox.row(first.name).click();
    await expect(conversation.box).toHaveValue("-- só até 5 %");
    // Another conversation costs no listener for its dozens of shortcuts.
    expect(await keyListeners()).toBe(listening);
    await inbox.page.reload();
    await expect(conversation.box).toHaveValue("-- só até 5 %");
    // Another tab has the same draft, and what is left of it once it was sent.
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    const there = new InboxPage(tab).conversation(first.name);
    await expect(there.box).toHaveValue("-- só até 5 %");
    await conversation.box.press("Enter");
    await expect(there.box).toHaveValue("Temos, sim");
    await tab.close();
    await expect(conversation.message(/Comentário interno.*só até 5 %/)).toBeVisible();
    await expect(conversation.box).toHaveValue("Temos, sim");
    await inbox.show("Abertos");
    await inbox.row(second.name).click();
    await expect(other.box).toHaveValue("Vou ver");

    // A quoted message without words is kept, but the list has nothing of it to show.
    await other.box.fill("");
    await other.press("Tem estoque?", "Responder");
    await inbox.row(first.name).click();
    await expect(inbox.row(second.name)).toContainText("Tem estoque?");
    await inbox.row(second.name).click();
    await expect(button(other, "Cancelar a resposta")).toBeVisible();
  });
});

test("without a connection a message says what it waits for, and what needs the server says why it cannot be done", async ({
  enter,
  ana,
  api,
  connection,
  customer,
  problems,
}, testInfo) => {
  problems.accept(/ERR_INTERNET_DISCONNECTED/);
  const page = await enter(ana, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Está aí?");
  const conversation = await inbox.accept(customer.name);
  const waiting = await connection.newCustomer();
  await waiting.writes("Bom dia");
  await inbox.show("Aguardando");
  const accept = inbox.row(waiting.name).getByRole("button", { name: `Aceitar ${waiting.name}` });
  await expect(accept).toBeEnabled();
  await conversation.choose("Encerrar sem despedida");
  const question = page.getByRole("alertdialog", { name: /^Encerrar a conversa/ });
  await expect(question.getByRole("button", { name: "Encerrar conversa" })).toBeEnabled();
  await page.context().setOffline(true);
  await expect(question.getByRole("button", { name: "Encerrar conversa" })).toBeDisabled();
  await expect(question.getByRole("status")).toHaveText("Sem conexão com o servidor");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(accept).toBeDisabled();
  await expect(accept).toHaveAccessibleDescription("Sem conexão com o servidor");
  await test.step("what needs the server is disabled while it cannot be reached, and says so; writing goes on", async () => {
    const { region } = conversation;
    const reason = "Sem conexão com o servidor";
    await expect(region.getByRole("button", { name: "Resolver" })).toBeDisabled();
    await expect(region.getByRole("button", { name: "Resolver" })).toHaveAccessibleDescription(reason);
    await region.getByRole("button", { name: "Mais ações" }).click();
    await expect(page.getByRole("menuitem", { name: "Transferir" })).toBeDisabled();
    await expect(page.getByRole("menuitem", { name: "Transferir" })).toContainText(reason);
    await inspect(page, testInfo, "offline-menu");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    const message = conversation.message(/Está aí/);
    await message.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Encaminhar" })).toBeDisabled();
    await expect(page.getByRole("menuitem", { name: "Reagir" })).toContainText(reason);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await region.getByRole("button", { name: "Anexar" }).click();
    await expect(page.getByRole("menuitem", { name: "Contato" })).toBeDisabled();
    await expect(page.getByRole("menuitem", { name: "Arquivos" })).toBeEnabled();
    await page.keyboard.press("Escape");
  });
  await conversation.write("Primeira");
  await conversation.write("Segunda");
  await expect(conversation.message("Primeira")).toContainText("Na fila: sai quando a internet voltar");
  await expect(conversation.message("Segunda")).toContainText("Na fila: espera a mensagem anterior");
  await conversation.message("Segunda").getByRole("button", { name: "Cancelar" }).click();
  await page.context().setOffline(false);
  await expect(conversation.region.getByRole("button", { name: "Resolver" })).toBeEnabled();
  await expect(conversation.state("Primeira", "Entregue")).toBeVisible();
  await expect(conversation.message("Segunda")).toBeHidden();

  await test.step("a message that is refused while its conversation is not shown is told until the notice is closed", async () => {
    problems.accept(/status of 4\d\d.*\/api\/messages\/\d+/);
    const id = /\/tickets\/(\d+)/.exec(page.url())?.[1] ?? "";
    await page.context().setOffline(true);
    await conversation.write("Dá, sim");
    await conversation.back.click();
    await api.put(`/tickets/${id}`, { status: "closed" });
    await page.context().setOffline(false);
    const notice = page.getByRole("alert").filter({ hasText: "Não enviada" });
    await expect(notice).toContainText(customer.name);
    await expect(notice).toContainText("Dá, sim");
  });
});

/** Covers the lower part of the page as the keyboard of an iPhone does, which leaves the window as it is. */
const cover = (page: Page, pixels: number): Promise<void> =>
  page.evaluate((covered) => {
    Object.defineProperty(window.visualViewport, "height", { configurable: true, value: window.innerHeight - covered });
    window.visualViewport?.dispatchEvent(new Event("resize"));
  }, pixels);

const bottomOf = async (part: Locator): Promise<number> =>
  part.boundingBox().then((place) => (place ? place.y + place.height : Number.NaN));

test("on a phone the message box is one line, with every tool in the menu of its first button [CONV-008]", async ({
  enter,
  ana,
  customer,
}, testInfo) => {
  const page = await enter(ana, { viewport: { width: 390, height: 844 } });
  await customer.writes("Tem entrega?");
  const inbox = await new InboxPage(page).open("Aguardando");
  const conversation = await inbox.accept(customer.name);
  const { box, region } = conversation;
  const [more, microphone] = [button(conversation, "Anexar e mais opções"), button(conversation, "Gravar mensagem de voz")];
  const middle = async (part: Locator) => part.boundingBox().then((place) => (place ? place.y + place.height / 2 : Number.NaN));
  const inOneLine = async (last: Locator) => {
    const lines = [await middle(more), await middle(box), await middle(last)];
    expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(2);
  };
  await inOneLine(microphone);
  await more.click();
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem")).toHaveText([/^Anexar/, /^Enviar contato/, /^Emoji/, /^Inserir resposta rápida/]);
  await menu.getByRole("menuitemcheckbox", { name: "Assinar" }).click();
  await expect(menu.getByRole("menuitemcheckbox", { name: "Assinar" })).toHaveAttribute("aria-checked", "false");
  await inspect(page, testInfo, "composer-menu-phone");
  await menu.getByRole("menuitem", { name: "Inserir resposta rápida" }).click();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("/");
  await expect(region.locator(".suggestionList")).toBeVisible();
  await box.press("Escape");
  await box.fill("Temos, sim");
  await expect(microphone).toBeHidden();
  await inOneLine(button(conversation, "Enviar"));
  await button(conversation, "Enviar").click();
  await expect(conversation.message("Temos, sim")).not.toContainText(ana.name);

  await more.click();
  await menu.getByRole("menuitemcheckbox", { name: "Comentário interno" }).click();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("-- ");
  await cover(page, 336);
  await expect.poll(() => bottomOf(box)).toBeLessThan(844 - 336);
  await expect(inbox.page.getByRole("heading", { name: customer.name })).toBeInViewport();
  await cover(page, 0);
  await expect.poll(() => bottomOf(box)).toBeGreaterThan(700);

  await page.setViewportSize({ width: 844, height: 390 });
  await inOneLine(button(conversation, "Comentar"));
  await expect(page.getByRole("banner")).toBeHidden();
  expect((await conversation.feed.boundingBox())?.height).toBeGreaterThan(390 / 2);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await inOneLine(button(conversation, "Comentar"));
  await inspect(page, testInfo, "composer-comment-narrow");
});
