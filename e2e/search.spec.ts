import { alterAnswer, recordCalls } from "./support/answers.js";
import { stopClock } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { openTicket } from "./support/history.js";
import { InboxPage } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";
import { SearchTab } from "./support/searchTab.js";

const isSearch = (url: URL) => url.pathname === "/api/tickets/filter";

test("a search is reached by keys, kept in the address and marks what it found; it opens there and comes back [INBOX-001, INBOX-010, INBOX-012, INBOX-013, INBOX-014, CONST-001, D-035]", async ({
  enter,
  api,
  connection,
  ana,
}, testInfo) => {
  const word = uniqueName("Xilofône").replace(" ", "");
  const { name, ticketId } = await openTicket(api, {
    connection,
    userId: ana.id,
    texts: [`Bom dia, o ${word} azul já chegou na loja?`, "Obrigada"],
  });
  const page = await enter(ana);
  await page.clock.install();
  const search = new SearchTab(page);

  await test.step("the search marks the words, shows the message that was found, and is kept in the address [INBOX-001, INBOX-010, INBOX-014]", async () => {
    const calls = recordCalls(page, isSearch);
    await page.goto("/tickets");
    await page.getByRole("tab", { name: "Busca" }).click();
    await expect(search.region.getByText("Digite uma palavra da mensagem ou escolha um filtro.")).toBeVisible();
    await inspect(page, testInfo, "search-hint-desktop");
    expect(calls).toEqual([]);

    await search.text.fill(word.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase());
    const row = search.row(name);
    await expect(row.locator("mark")).toHaveText([word]);
    await expect(row.locator("time")).toHaveCount(2);
    await expect(search.limit).toBeVisible();
    await expect(page.locator("[aria-live]").filter({ hasText: "1 resultado" })).toHaveCount(1);
    expect(calls).toHaveLength(1);
    await inspect(page, testInfo, "search-found-desktop");

    await page.reload();
    await expect(row.locator("mark")).toHaveText([word]);
    await page.getByRole("tab", { name: "Encerradas" }).click();
    await page.getByRole("tab", { name: "Busca" }).click();
    await expect(row).toBeVisible();
    await search.text.press("Escape");
    await expect(search.text).toHaveValue("");
    await expect(row).toBeHidden();
  });

  await test.step("5 and / lead to the search, arrows to a hit, and Enter opens it at its message", async () => {
    const inbox = await new InboxPage(page).open("Abertos");
    await page.keyboard.press("5");
    await expect(search.text).toBeFocused();
    await page.getByRole("tab", { name: "Conversas" }).click();
    await page.keyboard.press("/");
    await expect(search.text).toBeFocused();
    await expect(search.text).toHaveValue("");
    await page.keyboard.type(word);
    await expect(search.row(name)).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(search.row(name)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/tickets/${ticketId}\\?.*message=\\d+`));
    await expect(inbox.conversation(name).message(new RegExp(word))).toHaveAttribute("data-blink", "true");
  });

  await test.step("the choice of users is off for the profile user, with its reason, and the panel stays as it was left [INBOX-012]", async () => {
    await search.open();
    const users = search.region.getByRole("combobox", { name: "Atendente" });
    await expect(users).toBeDisabled();
    await expect(users).toHaveAccessibleDescription("Só gerentes e administradores filtram por atendente.");
    await search.filters.click();
    await expect(users).toBeHidden();
    await page.reload();
    await expect(search.filters).toHaveAttribute("aria-expanded", "false");
    await expect(users).toBeHidden();
  });

  await test.step("the search is fit for everybody on a phone, and Back returns to its results", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await search.open();
    await search.text.fill(word);
    await expect(search.row(name)).toBeVisible();
    await search.filters.click();
    await inspect(page, testInfo, "search-found-phone");
    await search.row(name).click();
    const conversation = new InboxPage(page).conversation(name);
    await expect(conversation.message(new RegExp(word))).toBeVisible();
    await conversation.back.click();
    await expect(search.row(name)).toBeVisible();
  });

  await test.step("a search that ran out of time says so [D-035]", async () => {
    await alterAnswer<{ partial: boolean }>(page, "/api/tickets/filter*", (answer) => ({ ...answer, partial: true }));
    await search.open();
    await search.text.fill(word);
    await expect(search.row(name)).toBeVisible();
    await expect(search.region.getByRole("status").filter({ hasText: "Busca parcial" })).toBeVisible();
  });

  await test.step("a search starts 500 ms after the last key or with Enter, and one that is given up is stopped [INBOX-013, CONST-001]", async () => {
    const begun = word.slice(0, 5);
    const stopped: string[] = [];
    page.on("requestfailed", (request) => stopped.push(new URL(request.url()).searchParams.get("searchParam") ?? ""));
    await page.route(
      (url) => isSearch(url) && url.searchParams.get("searchParam") === begun,
      () => undefined,
    );
    await page.setViewportSize({ width: 1280, height: 720 });
    await search.open();
    await stopClock(page);
    const calls = recordCalls(page, isSearch);
    await search.text.pressSequentially("mar");
    await search.field("Fila").pressSequentially("x");
    await page.clock.runFor(480);
    expect(calls).toEqual([]);
    await page.clock.runFor(40);
    await expect.poll(() => calls.length).toBe(1);
    await search.field("Fila").press("Escape");
    for (const text of [begun, word]) {
      const asked = page.waitForRequest((request) => isSearch(new URL(request.url())));
      await search.text.fill(text);
      await search.text.press("Enter");
      await asked;
    }
    await page.clock.resume();
    await expect(search.row(name)).toBeVisible();
    await expect.poll(() => stopped).toContain(begun);
    expect(stopped).not.toContain(word);
  });
});

test("filters narrow the search, show as chips and are removed one by one or together [INBOX-010, INBOX-011]", async ({
  enter,
  api,
  connection,
  ana,
}, testInfo) => {
  const word = uniqueName("clarinete").replace(" ", "");
  const other = await api.createQueue();
  const marta = await api.createAccount("Marta", { profile: "gerente", queueIds: [connection.queue.id, other.id] });
  const hers = await openTicket(api, { connection, userId: ana.id, texts: [word] });
  const his = await openTicket(api, { connection, userId: marta.id, texts: [word], queueId: other.id });
  const page = await enter(marta);
  const search = await new SearchTab(page).open();
  await search.text.fill(word);
  await expect(search.rows).toHaveCount(2);

  const names = () => search.rows.locator(".ticketName").allInnerTexts();
  await search.field("Contato").fill(hers.name.slice(0, 2));
  await expect(search.field("Contato")).toHaveAccessibleDescription("Digite ao menos 3 caracteres");
  await search.field("Contato").fill(hers.name);
  await expect.poll(names).toEqual([hers.name]);
  await expect(search.row(hers.name).locator(".ticketName mark")).toHaveText(hers.name);
  await search.region.getByRole("button", { name: `Remover o filtro Contato: ${hers.name}` }).click();
  await expect(search.rows).toHaveCount(2);

  await search.region.getByRole("button", { name: /^Escolher filas/ }).click();
  await page.getByRole("dialog", { name: "Escolher filas" }).getByRole("checkbox", { name: other.name }).check();
  await page.keyboard.press("Escape");
  await expect.poll(names).toEqual([his.name]);
  await search.region.getByRole("combobox", { name: "Atendente" }).selectOption(ana.name);
  await expect(search.region.getByText(`Nada encontrado para “${word}”`)).toBeVisible();
  await inspect(page, testInfo, "search-none-desktop");
  await expect(search.limit).toBeVisible();
  await search.region.getByRole("button", { name: "Limpar filtros" }).click();
  await expect(search.rows).toHaveCount(2);

  await search.field("Conexão").fill(connection.name);
  await search.field("Fila").fill(connection.queue.name);
  await expect.poll(names).toEqual([hers.name]);
  await expect(page).toHaveURL(/connection=.*queue=/);
  await search.region.getByRole("button", { name: "Limpar", exact: true }).click();
  await expect(search.rows).toHaveCount(2);
  await expect(search.field("Fila")).toHaveValue("");
  await expect(search.text).toHaveValue(word);
});
