import type { Locator } from "@playwright/test";
import { alterAnswer, nextFrames, recordCalls, withholdEvents } from "./support/answers.js";
import type { Api, Account } from "./support/api.js";
import { busyBrowser } from "./support/busyBrowser.js";
import { expect, test } from "./support/fixtures.js";
import { InboxPage } from "./support/inboxPage.js";
import { LinkedConnection } from "./support/linkedConnection.js";
import { addTickets } from "./support/history.js";
import { expectSearchFromThreeOn } from "./support/searchPicker.js";
import { product, uniqueName, uniqueNumber } from "./support/product.js";

/** A `#rrggbb` colour in the form that browsers compute. */
function toRgb(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Opens a ticket for an agent through the api and returns its customer's name. */
async function openTicket(
  api: Api,
  { id: whatsappId, queue }: LinkedConnection,
  { id: userId }: Account,
  queueId = queue.id,
): Promise<string> {
  const name = uniqueName("Cliente");
  const { id: contactId } = await api.post<{ id: number }>("/contacts", { name, number: uniqueNumber(), respostaAutomatica: true });
  await api.post("/tickets", { contactId, queueId, whatsappId, userId, status: "open" });
  return name;
}

const dotOf = (row: Locator): Locator => row.locator(".queueDot");

test("administrators and managers see everybody's tickets by default; others have no such switch [INBOX-007, INBOX-008, TICKET-042]", async ({
  enter,
  api,
  connection,
  ana,
}) => {
  const queueIds = [connection.queue.id];
  const [rui, marta] = await Promise.all([
    api.createAccount("Rui", { profile: "user", queueIds }),
    api.createAccount("Marta", { profile: "gerente", queueIds }),
  ]);
  const [his, hers] = await Promise.all([openTicket(api, connection, rui), openTicket(api, connection, ana)]);

  for (const person of [product.admin, marta]) {
    const inbox = await new InboxPage(await enter(person)).open("Abertos");
    await expect(inbox.showAll).toBeChecked();
    await expect(inbox.row(his)).toBeVisible();
    // Somebody else's conversation shows whose it is.
    await expect(inbox.row(his).getByText(`Com ${rui.name}`)).toBeAttached();
    await expect(inbox.row(his).locator(".ticketOwner")).toHaveAttribute("title", `Com ${rui.name}`);
    await inbox.showAll.uncheck();
    await expect(inbox.row(his)).toBeHidden();
  }
  const inbox = await new InboxPage(await enter(ana)).open("Abertos");
  await expect(inbox.row(hers)).toBeVisible();
  await expect(inbox.showAll).toBeHidden();
  await expect(inbox.row(his)).toBeHidden();

  await test.step("everybody has the switch for everybody's tickets while userShowAll is enabled; it is off by default [INBOX-007]", async () => {
    const { page } = inbox;
    // Only in this browser, because other tests use the same installation.
    await alterAnswer<{ key: string; value: string }[]>(page, "/api/settings", (settings) =>
      settings.map((setting) => (setting.key === "userShowAll" ? { ...setting, value: "enabled" } : setting)),
    );
    const asked = recordCalls(page, ({ pathname, searchParams }) => pathname === "/api/tickets" && searchParams.get("status") === "open");
    await page.reload();
    await expect(inbox.showAll).not.toBeChecked();
    await expect.poll(() => asked.map(({ searchParams }) => searchParams.get("showAll"))).toContain("false");
    expect(asked.map(({ searchParams }) => searchParams.get("showAll"))).not.toContain("true");
    const help = page.getByRole("tooltip");
    await inbox.showAll.hover();
    await expect(help).toHaveText("Mostra também as conversas de outros atendentes.");
    await inbox.showAll.check();
    await expect(help, "it would lie over the lists below").toBeHidden();
    await expect.poll(() => asked.map(({ searchParams }) => searchParams.get("showAll"))).toContain("true");
  });
});

test("the lists show the chosen queues' tickets, how many they have, when they moved, and more of them near their end [CONST-006, INBOX-003, INBOX-005, INBOX-018]", async ({
  enter,
  api,
  connection,
}) => {
  const [queue, other] = [await api.createQueue(), await api.createQueue()];
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [queue.id, other.id] });
  const [today, before] = [await openTicket(api, connection, rui, queue.id), await openTicket(api, connection, rui, queue.id)];
  const helped = await openTicket(api, connection, rui, other.id);
  const page = await enter(rui);
  const inbox = new InboxPage(page);

  await test.step("the lists show how many tickets they have, and a row the hour of today or the date of another day [INBOX-003, INBOX-018]", async () => {
    await alterAnswer<{ readonly tickets: readonly { readonly contact: { readonly name: string } }[] }>(
      page,
      "/api/tickets?*",
      ({ tickets, ...rest }) => ({
        ...rest,
        tickets: tickets.map((ticket) => (ticket.contact.name === before ? { ...ticket, updatedAt: "2026-01-02T12:00:00.000Z" } : ticket)),
      }),
    );
    await inbox.open("Abertos");
    await expect(inbox.list("Abertos")).toHaveText(/3/);
    for (const list of ["Aguardando", "Grupos"] as const) await expect(inbox.list(list)).toHaveText(/0/);
    await expect(inbox.row(today).getByRole("time")).toHaveText(/^\d\d:\d\d$/);
    await expect(inbox.row(before).getByRole("time")).toHaveText("02/01/2026");
  });

  await test.step("the lists show the tickets of the chosen queues only, also after a reload [INBOX-005]", async () => {
    await expect(inbox.row(helped)).toBeVisible();
    await page.getByRole("button", { name: "Todas as filas" }).click();
    const queues = page.getByRole("dialog", { name: "Filas" });
    await queues.getByRole("checkbox", { name: other.name }).uncheck();
    await page.keyboard.press("Escape");
    await expect(inbox.row(helped)).toBeHidden();
    await expect(inbox.row(today)).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await addTickets(uniqueName("Cliente"), 40, { connectionId: connection.id, queueId: queue.id, userId: rui.id });
    await page.reload();
    await expect(page.getByRole("button", { name: "Filas: 1 de 2" })).toBeVisible();
    await expect(inbox.row(today)).toBeVisible();
    await expect(inbox.row(helped)).toBeHidden();
  });

  await test.step("a list loads its next page within 100 px of its end [CONST-006]", async () => {
    const list = page.getByRole("grid");
    await expect(list).toHaveAttribute("aria-rowcount", "-1");
    const pages = recordCalls(page, ({ pathname, searchParams }) => pathname === "/api/tickets" && searchParams.has("cursor"));
    const scrollToEndBut = async (pixels: number) => {
      await list
        .locator("..")
        .evaluate((scroller, left) => scroller.scrollTo(0, scroller.scrollHeight - scroller.clientHeight - left), pixels);
      await nextFrames(page);
    };
    await scrollToEndBut(102);
    expect(pages).toHaveLength(0);
    await scrollToEndBut(98);
    await expect(list).toHaveAttribute("aria-rowcount", "42");
    expect(pages).toHaveLength(1);
    // The row that Tab reaches is on the screen.
    await expect(list.locator('[role="row"][tabindex="0"]')).toBeInViewport();
  });
});

test("a waiting row has its queue, its unread messages and its wait; a second ticket leads to it [INBOX-016, INBOX-017, INBOX-023, INBOX-042, INBOX-043, INBOX-044, INBOX-045, INBOX-046]", async ({
  enter,
  api,
  connection,
  customer,
  problems,
}) => {
  problems.accept(/Console: .*status of 409/);
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [connection.queue.id, (await api.createQueue()).id] });
  const page = await enter(rui);
  await page.clock.install();
  const inbox = await new InboxPage(page).open("Aguardando");

  await test.step("a row has the queue's name and colour, grey without a queue; accepting then requires the choice of one [INBOX-016, INBOX-023]", async () => {
    const stranger = await (await LinkedConnection.linkWithoutQueue(api)).newCustomer();
    await customer.writes("Tenho fila");
    await stranger.writes("Não tenho fila");
    await expect(inbox.row(customer.name)).toContainText(connection.queue.name);
    await expect(dotOf(inbox.row(customer.name))).toHaveCSS("background-color", toRgb(connection.queue.color));
    await expect(inbox.row(stranger.name)).toContainText("Sem fila");
    await expect(dotOf(inbox.row(stranger.name))).toHaveCSS("background-color", "rgb(122, 122, 122)");

    await inbox.row(stranger.name).getByRole("button", { name: "Escolher fila" }).click();
    const dialog = page.getByRole("dialog", { name: "Escolha a fila" });
    const start = dialog.getByRole("button", { name: "Aceitar conversa" });
    await expect(start).toBeDisabled();
    await dialog.getByRole("radio", { name: connection.queue.name }).check();
    await start.click();
    await expect(inbox.conversation(stranger.name).region).toContainText(connection.queue.name);
    await expect(inbox.conversation(stranger.name).box).toBeVisible();
  });

  await inbox.show("Aguardando");
  await test.step("a waiting row shows how many messages are unread and how long the customer has waited [INBOX-017]", async () => {
    const fresh = await connection.newCustomer();
    await fresh.writes("Bom dia");
    await fresh.writes("Tem alguém aí?");
    const row = inbox.row(fresh.name);
    await expect(row).toContainText("2 mensagens não lidas");
    await expect(row).toContainText("espera < 1 min");
    await page.clock.fastForward("02:00");
    await expect(row).toContainText(/espera [23] min/);
  });

  await test.step("a second ticket for a contact leads to the first, with its state, its attendant and its queue [INBOX-042, INBOX-043, INBOX-044, INBOX-045, INBOX-046]", async () => {
    await alterAnswer<object>(page, "/api/tickets/contact/*", (ticket) => ({ ...ticket, status: "bot", user: { id: 2, name: "Bia" } }));
    const dialog = await inbox.startTicket();
    await dialog.getByRole("combobox", { name: "Contato" }).fill(customer.name);
    await dialog.getByRole("option", { name: customer.name }).click();
    await dialog.getByRole("combobox", { name: "Fila" }).selectOption({ label: connection.queue.name });
    await dialog.getByRole("combobox", { name: "Conexão" }).selectOption({ label: connection.name });
    const asked = page.waitForRequest(/\/api\/tickets\/contact\/\d+\?/);
    await dialog.getByRole("button", { name: "Iniciar conversa" }).click();
    expect(new URL((await asked).url()).searchParams.get("whatsappId")).toBe(String(connection.id));
    await expect(dialog.getByRole("alert")).toContainText(
      `Já existe uma conversa pendente para este contato sendo atendida pelo bot Para o(a) atendente: Bia. Na fila: ${connection.queue.name}.`,
    );
    await dialog.getByRole("button", { name: "Abrir conversa" }).click();
    await expect(inbox.conversation(customer.name).message("Tenho fila")).toBeVisible();
  });
});

test("a new ticket needs a contact, which can be created in the dialog, one of the person's queues, and a connection [INBOX-006, INBOX-035, INBOX-036, INBOX-037, INBOX-039, INBOX-040, INBOX-041]", async ({
  enter,
  api,
  connection,
}) => {
  const own = [await api.createQueue(), await api.createQueue()];
  const rui = await api.createAccount("Rui", { profile: "user", addContact: true, queueIds: own.map(({ id }) => id) });
  const page = await enter(rui);
  // A default connection would be chosen already.
  await withholdEvents(page, "whatsapp");
  await alterAnswer<readonly object[]>(page, "/api/whatsapp", (list) => list.map((each) => ({ ...each, isDefault: false })));
  const inbox = await new InboxPage(page).open();
  const dialog = await inbox.startTicket();
  const contact = dialog.getByRole("combobox", { name: "Contato" });
  const name = uniqueName("Cliente");
  await expectSearchFromThreeOn(contact, "/api/contacts", name);

  await dialog.getByRole("button", { name: "Adicionar contato" }).click();
  await expect(dialog.getByLabel("Nome")).toHaveValue(name);
  await dialog.getByLabel("Número").fill(uniqueNumber());
  await dialog.getByRole("button", { name: "Salvar contato" }).click();
  await expect(dialog.getByText("Selecione o contato criado para abrir um ticket")).toBeVisible();
  await contact.fill(name);
  await dialog.getByRole("option", { name }).click();

  const queue = dialog.getByRole("combobox", { name: "Fila" });
  await expect(queue.locator("option:checked"), "what is shown before a queue is chosen").toHaveText("Escolha");
  await expect(queue.locator("option:enabled")).toHaveText(
    own.map((each) => each.name),
    { useInnerText: false },
  );
  await dialog.getByRole("button", { name: "Iniciar conversa" }).click();
  await expect(dialog.getByText("Selecione uma fila válida")).toBeVisible();
  await expect(dialog.getByText("Selecione uma conexão válida")).toBeVisible();
  await queue.selectOption({ label: own[1]?.name ?? "" });
  await dialog.getByRole("combobox", { name: "Conexão" }).selectOption({ label: connection.name });
  await dialog.getByRole("button", { name: "Iniciar conversa" }).click();
  await expect(inbox.conversation(name).box).toBeVisible();
  await expect(inbox.conversation(name).region).toContainText(own[1]?.name ?? "");
});

test("after a conversation is resolved the next one opens, or the list, as the person chose; the focus is never lost", async ({
  enter,
  api,
  connection,
}) => {
  const queue = await api.createQueue();
  const rui = await api.createAccount("Rui", { profile: "user", queueIds: [queue.id] });
  const open = () => openTicket(api, connection, rui, queue.id);
  const [last, second, first] = [await open(), await open(), await open()];
  const page = await enter(rui, { viewport: { width: 1440, height: 900 } });
  const inbox = await new InboxPage(page).open("Abertos");
  await inbox.row(first).click();
  await inbox.conversation(first).resolve();
  await expect(inbox.conversation(second).region).toBeVisible();

  await page.getByRole("button", { name: /^Conta de/ }).click();
  await page.getByRole("menuitem", { name: /^Após resolver/ }).click();
  await page.getByRole("menuitemradio", { name: "Voltar à lista" }).click();
  await page.keyboard.press("Escape");
  await inbox.conversation(second).resolve();
  await expect(inbox.row(last)).toBeVisible();
  const conversation = inbox.conversation(last);
  await expect(conversation.region).toBeHidden();
  await expect(page).toHaveURL(/\/tickets(\?|$)/);

  await test.step("the focus goes to the row of a conversation that is left, and to the page when the last one ends", async () => {
    await inbox.row(last).click();
    await conversation.back.focus();
    await page.keyboard.press("Enter");
    await expect(conversation.region).toBeHidden();
    await expect(inbox.row(last)).toBeFocused();
    await page.keyboard.press("Enter");
    await conversation.resolve((button) => button.press("Enter"));
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("the border of the list is moved by keys and by the pointer, within its bounds, and remembered", async () => {
    // A drag ends with what the pointer did last, also where that is not drawn yet.
    await busyBrowser(page);
    await page.reload();
    const border = page.getByRole("separator", { name: "Largura da lista" });
    const list = page.getByRole("region", { name: "Conversas" });
    const width = async (): Promise<number | undefined> => (await list.boundingBox())?.width;
    await border.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(width).toBe(396);
    await page.keyboard.press("Home");
    await expect.poll(width).toBe(320);
    await border.hover();
    await page.mouse.down();
    await page.mouse.move(1_200, 400);
    await page.mouse.up();
    await expect.poll(width).toBe(480);
    await page.reload();
    await expect(border).toHaveAttribute("aria-valuenow", "480");
    await expect.poll(width).toBe(480);
  });
});
