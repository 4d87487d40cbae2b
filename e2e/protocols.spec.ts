import type { Page } from "@playwright/test";
import { alterAnswer } from "./support/answers.js";
import type { Api } from "./support/api.js";
import { letUndoPass, stopClock } from "./support/clock.js";
import { expect, test } from "./support/fixtures.js";
import { openTicket } from "./support/history.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspect } from "./support/inspect.js";
import type { Customer } from "./support/linkedConnection.js";
import { walkTo } from "./support/walk.js";

/** A protocol, of which tests need the number. */
type Protocol = Readonly<Record<"protocolo", string>>;

/** The settings as if they were these; all tests share one company. */
const set = (page: Page, values: Readonly<Record<string, string>>) =>
  alterAnswer<{ key: string; value: string }[]>(page, "/api/settings", (settings) =>
    settings.map((setting) => ({ ...setting, value: values[setting.key] ?? setting.value })),
  );
const question = (page: Page) => page.getByRole("alertdialog", { name: "Gerar e enviar protocolo?" });
const ticketIdOf = (page: Page): number => Number(/\/tickets\/(\d+)/.exec(page.url())?.[1]);

/** Accepts the customer's ticket at once, and opens it. */
async function attend(page: Page, customer: Customer): Promise<{ conversation: Conversation; ticketId: number }> {
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Obrigada, era só isso");
  const conversation = await inbox.accept(customer.name);
  return { conversation, ticketId: ticketIdOf(page) };
}

/** A protocol of the ticket, as a person made it before. */
async function generate(api: Api, ticketId: number): Promise<Protocol> {
  const { contactId } = await api.get<{ contactId: number }>(`/tickets/${ticketId}`);
  return api.post<Protocol>("/protocolos", { contactId, ticketId });
}

test("resolving asks for a protocol, which the customer gets before the closing of 4.5 s, and the page lists it [TICKET-014, TICKET-015, TICKET-016, TICKET-019, PROT-001, PROT-002, PROT-003, PROT-004, PROT-005, PROT-006, PROT-007, SHELL-010, SHELL-027, API-041, API-042, API-044, RT-024]", async ({
  enter,
  api,
  ana,
  connection,
  customer,
}, testInfo) => {
  const page = await enter(ana);
  await page.clock.install();
  await set(page, { generateProtocol: "enabled" });
  const { conversation, ticketId } = await attend(page, customer);
  const puts: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith(`/api/tickets/${ticketId}`)) puts.push(request.postDataJSON());
  });
  const resolve = conversation.region.getByRole("button", { name: "Resolver" });
  const undo = page.getByRole("button", { name: "Desfazer" });

  await test.step("only administrators are offered to delete a ticket [TICKET-019]", async () => {
    await conversation.region.getByRole("button", { name: "Mais ações" }).click();
    await expect(page.getByRole("menuitem", { name: "Encerrar sem despedida" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Excluir conversa" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  });

  await resolve.click();
  await expect(question(page)).toContainText(customer.name);
  const desktop = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, testInfo, "protocol-question-phone");
  await page.setViewportSize(desktop);
  await question(page).getByRole("button", { name: "Cancelar" }).click();
  await expect(question(page)).toBeHidden();
  await expect(undo).toBeHidden();

  await resolve.click();
  await stopClock(page);
  const posted = page.waitForResponse((response) => response.url().endsWith("/api/protocolos"));
  await question(page).getByRole("button", { name: "Sim" }).click();
  const answer = await posted;
  expect(answer.request().postDataJSON()).toEqual({ contactId: expect.any(Number), ticketId });
  const { protocolo: number } = (await answer.json()) as Protocol;
  await expect(undo).toBeVisible();
  await page.clock.runFor(4_400);
  expect(puts).toEqual([]);
  await page.clock.runFor(200);
  await expect.poll(() => puts).toEqual([{ status: "closed", onlyClose: false }]);
  const sent = `Protocolo de atendimento: *${number}*. Esta conversa será encerrada em 5 segundos.`;
  const { messages } = await api.get<{ messages: { body: string; fromMe: boolean }[] }>(`/messages/${ticketId}`);
  expect(messages.filter(({ fromMe }) => fromMe).map(({ body }) => body)).toEqual([sent]);
  await page.clock.resume();

  await test.step("without a protocol the ticket is closed all the same; groups are asked by a setting of their own [TICKET-014, TICKET-015]", async () => {
    const name = `Obra ${customer.phone}`;
    const group = await connection.newGroup(name, [customer]);
    const settings = { generateProtocol: "enabled" };
    await page.unrouteAll({ behavior: "wait" });
    await set(page, settings);
    await customer.does({ kind: "text", text: "Bom dia, grupo", group });
    const inbox = await new InboxPage(page).open("Grupos");
    await inbox.row(name).click();
    const talk = inbox.conversation(name);
    await expect(talk.message("Bom dia, grupo")).toBeVisible();
    await talk.choose("Resolver");
    await expect(undo).toBeVisible();
    await undo.click();

    await page.unrouteAll({ behavior: "wait" });
    await set(page, { ...settings, greetingProtocolGroup: "enabled" });
    await page.reload();
    await talk.choose("Resolver");
    const ticketId = ticketIdOf(page);
    await question(page).getByRole("button", { name: "Não" }).click();
    await letUndoPass(page);
    await expect.poll(async () => (await api.get<{ status: string }>(`/tickets/${ticketId}`)).status).toBe("closed");
    expect(await api.get(`/protocolos/ticket/${ticketId}`)).toEqual([]);
  });

  await test.step("the page lists protocols with their contacts, finds them, opens their ticket and edits their details [PROT-001, PROT-002, PROT-003, PROT-004, PROT-005, PROT-007, SHELL-010, SHELL-027, API-042, API-044, RT-024, TICKET-019]", async () => {
    const { ticketId: listed } = await openTicket(api, { connection, userId: ana.id, texts: [] });
    const { contact } = await api.get<{ contact: { name: string; number: string } }>(`/tickets/${listed}`);
    await page.getByRole("link", { name: "Protocolos" }).click();
    await expect(page).toHaveURL(/\/protocolos$/);
    await expect(page.getByRole("heading", { name: "Protocolos", level: 1 })).toBeVisible();
    // It appears by its event.
    const { protocolo: number } = await generate(api, listed);
    const row = page.getByRole("row", { name: number });
    await expect(row).toContainText(contact.name);
    await expect(row).toContainText(`#${listed}`);
    await expect(row).toContainText(`-${contact.number.slice(-4)}`);
    await expect(row.getByText(/^\d\d\/\d\d\/\d\d \d\d:\d\d$/)).toBeVisible();
    await expect(row.locator(".avatar")).toBeVisible();
    for (const title of ["Contato", "Número", "Protocolo", "Ticket", "Data", "Ações"])
      await expect(page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
    await inspect(page, testInfo, "protocols");

    await test.step("searches 500 ms after the last key", async () => {
      const search = page.getByRole("searchbox", { name: "Buscar protocolo" });
      const asked: string[] = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === "/api/protocolos") asked.push(searchParams.get("searchParam") ?? "");
      });
      await search.pressSequentially(number);
      await expect.poll(() => asked).toEqual([number]);
      await expect(row).toBeVisible();
      await search.fill("nada que exista");
      await expect(page.getByText("Nada encontrado para “nada que exista”")).toBeVisible();
      await search.fill(contact.name);
      await expect(row).toBeVisible();
    });

    await test.step("edits the details", async () => {
      await row.getByRole("button", { name: `Editar o protocolo de ${contact.name}` }).click();
      const dialog = page.getByRole("dialog", { name: "Editar protocolo" });
      for (const [label, value] of [
        ["Nome", contact.name],
        ["Protocolo", number],
      ] as const) {
        await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value);
        await expect(dialog.getByLabel(label, { exact: true })).not.toBeEditable();
      }
      await expect(dialog.getByLabel("Número", { exact: true })).not.toBeEditable();
      const details = dialog.getByLabel("Detalhes");
      await details.fill("x");
      await dialog.getByRole("button", { name: "Salvar" }).click();
      await expect(details).toHaveAccessibleDescription("Curto demais");
      await expect(details).toHaveAttribute("maxlength", "50");
      await details.fill("Troca de endereço");
      await inspect(page, testInfo, "protocol-form");
      const sent = page.waitForRequest((request) => request.method() === "PUT");
      await dialog.getByRole("button", { name: "Salvar" }).click();
      expect((await sent).postDataJSON()).toEqual({ mensagem: "Troca de endereço" });
      await expect(page.getByText("Protocolo salvo com sucesso!")).toBeVisible();
      await expect(row).toContainText("Troca de endereço");
    });

    await row.getByRole("button", { name: `Abrir o ticket ${listed} do protocolo ${number}` }).click();
    await expect(page).toHaveURL(new RegExp(`/tickets/${listed}`));

    await page.setViewportSize({ width: 390, height: 844 });
    await walkTo(page, "/protocolos");
    // The conversation, which shows the number as well, stays until the page is there.
    await expect(page.getByRole("heading", { level: 1, name: "Protocolos" })).toBeVisible();
    await expect(page.getByText(number)).toBeVisible();
    await inspect(page, testInfo, "protocols-phone");
  });
});

test("a ticket with a protocol is not deleted; another one is, and its conversation is left [TICKET-019, TICKET-020, TICKET-021, API-015, API-039, LOG-004]", async ({
  enter,
  api,
  connection,
}, testInfo) => {
  const [kept, gone] = [await connection.newCustomer(), await connection.newCustomer()];
  const page = await enter(undefined, { viewport: { width: 1280, height: 800 } });
  const inbox = new InboxPage(page);
  const open = async (customer: Customer): Promise<number> => {
    await customer.writes("Por engano");
    await inbox.open("Aguardando");
    await inbox.row(customer.name).click();
    await expect(inbox.conversation(customer.name).message("Por engano")).toBeVisible();
    return ticketIdOf(page);
  };
  const keptId = await open(kept);
  const { protocolo: number } = await generate(api, keptId);
  await inbox.conversation(kept.name).choose("Protocolos");
  const list = page.getByRole("dialog", { name: "Protocolos da conversa" });
  await expect(list.getByRole("listitem")).toContainText(number);
  await list.getByRole("button", { name: `Copiar ${number}` }).click();
  await expect(page.getByText("Copiado.")).toBeVisible();
  await expect(list.getByRole("button", { name: `Copiar ${number}` })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await inbox.conversation(kept.name).choose("Excluir conversa");
  const refused = page.getByRole("alertdialog", { name: `Excluir a conversa #${keptId}?` });
  await expect(refused.getByRole("alert")).toHaveText("Não é possível deletar esse ticket pois existe um protocolo vinculado a ele");
  await expect(refused.getByRole("button", { name: "Excluir conversa" })).toBeHidden();
  await inspect(page, testInfo, "delete-refused");
  await refused.getByRole("button", { name: "Fechar" }).click();

  const goneId = await open(gone);
  await inbox.conversation(gone.name).choose("Excluir conversa");
  const dialog = page.getByRole("alertdialog", { name: `Excluir a conversa #${goneId}?` });
  await expect(dialog).toContainText(gone.name);
  const sent = page.waitForRequest((request) => request.method() === "DELETE");
  await dialog.getByRole("button", { name: "Excluir conversa" }).click();
  expect((await sent).postDataJSON()).toEqual({
    log: { descricao: `Excluiu o ticket ${goneId} de ${gone.name}`, origem: "Tickets", ticketId: goneId },
  });
  await expect(page.getByText(`Conversa #${goneId} excluída.`)).toBeVisible();
  await expect(page).toHaveURL(/\/tickets(\?|$)/);
  await expect(inbox.row(gone.name)).toHaveCount(0);
  await expect(inbox.row(kept.name)).toBeVisible();
});
