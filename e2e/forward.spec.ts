import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspect, judgeDialog } from "./support/inspect.js";
import { uniqueName, uniqueNumber } from "./support/product.js";

/** Opens the menu of a message and chooses one of its actions. */
async function choose(conversation: Conversation, text: string | RegExp, action: string): Promise<void> {
  const menu = await conversation.openMenu(text);
  await menu.getByRole("menuitem", { name: action }).click();
  // A menu that is closing takes the next Escape.
  await expect(menu).toBeHidden();
}

/** Adds a contact to those of the dialog. */
async function add(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole("combobox", { name: "Contatos" }).fill(name);
  await dialog.getByRole("option", { name }).click();
  await expect(dialog.getByRole("button", { name: `Remover ${name}` })).toBeVisible();
}

const bar = (page: Page) => page.getByRole("toolbar", { name: "Mensagens selecionadas" });

test("several chosen messages go on in their order to several contacts; who did not get them stays in the dialog [CONV-034, D-074]", async ({
  enter,
  ana,
  api,
  connection,
  customer,
}) => {
  const free = { name: uniqueName("Sócio"), number: uniqueNumber(), respostaAutomatica: true };
  await api.post("/contacts", free);
  const busy = await connection.newCustomer();
  await busy.writes("Ninguém me atende?");
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  for (const text of ["Primeiro recado", "Segundo recado", "Terceiro recado"]) await customer.writes(text);
  const conversation = await inbox.accept(customer.name);
  await conversation.box.fill("Um rascunho");
  await choose(conversation, /Terceiro recado/, "Selecionar");
  await expect(bar(page)).toContainText("1 mensagem");
  await expect(conversation.box).toBeHidden();
  await conversation.region.getByRole("checkbox", { name: /Primeiro recado/ }).click();
  await expect(conversation.region.getByRole("checkbox", { name: /Primeiro recado/ })).toBeChecked();
  await expect(conversation.region.getByRole("checkbox", { name: /Segundo recado/ })).not.toBeChecked();
  await expect(bar(page)).toContainText("2 mensagens");
  await bar(page).getByRole("button", { name: "Encaminhar 2", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Encaminhar 2 mensagens" });
  const forward = dialog.getByRole("button", { name: "Encaminhar" });
  await expect(forward).toBeDisabled();
  await add(dialog, free.name);
  await add(dialog, busy.name);
  await forward.click();
  await expect(page.getByText("Encaminhada para 1 contato.")).toBeVisible();
  await expect(dialog.getByRole("alert")).toContainText(
    `${busy.name}: Este contato já tem uma conversa em que você não pode escrever agora.`,
  );
  await expect(dialog.getByRole("button", { name: `Remover ${free.name}` })).toBeHidden();
  await judgeDialog(page, "forward-dialog");
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await bar(page).getByRole("button", { name: "Cancelar a seleção" }).click();
  await expect(conversation.box).toHaveValue("Um rascunho");
  await expect(conversation.region.getByRole("checkbox", { name: /recado/ })).toHaveCount(0);

  await inbox.row(free.name).click();
  const other = inbox.conversation(free.name);
  await expect(other.region.getByText("Encaminhada", { exact: true })).toHaveCount(2);
  await expect(other.region.getByRole("group", { name: /recado/ })).toHaveCount(2);
  expect(await other.region.getByRole("group", { name: /recado/ }).evaluateAll((rows) => rows.map((row) => row.textContent))).toEqual([
    expect.stringContaining("Primeiro recado"),
    expect.stringContaining("Terceiro recado"),
  ]);
});

test("a contact who talks on another number is asked about, and no second conversation begins unasked [D-295]", async ({
  enter,
  ana,
  api,
  connection,
  customer,
}) => {
  const queueId = connection.queue.id;
  const other = { name: uniqueName("Filial"), api: "meow", queueIds: [queueId] };
  const { id: whatsappId } = await api.post<{ id: number }>("/whatsapp", other);
  const partner = { name: uniqueName("Sócio"), number: uniqueNumber(), respostaAutomatica: true };
  const { id: contactId } = await api.post<{ id: number }>("/contacts", partner);
  const there = await api.post<{ id: number }>("/tickets", { contactId, queueId, whatsappId, userId: ana.id, status: "open" });
  const page = await enter(ana);
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Pode passar adiante?");
  const conversation = await inbox.accept(customer.name);
  await choose(conversation, /Pode passar adiante/, "Encaminhar");
  const dialog = page.getByRole("dialog", { name: "Encaminhar mensagem" });
  await add(dialog, partner.name);
  const place = dialog.getByRole("combobox", { name: `Conversa de ${partner.name}` });
  await expect(place.locator("option")).toHaveText(["Escolha", `Em andamento em ${other.name}`, `Nova conversa em ${connection.name}`]);
  await expect(dialog.getByRole("button", { name: "Encaminhar" })).toBeDisabled();
  await place.selectOption(`Em andamento em ${other.name}`);
  await dialog.getByRole("button", { name: "Encaminhar" }).click();
  await expect(page.getByText("Encaminhada para 1 contato.")).toBeVisible();
  const { tickets } = await api.get<{ tickets: { id: number }[] }>(`/tickets/history/${contactId}`);
  expect(tickets.map(({ id }) => id)).toEqual([there.id]);
});

test("chosen messages are copied with time and author; a comment among them is not forwarded, and says so [CONV-034, D-063]", async ({
  enter,
  ana,
  customer,
}, testInfo) => {
  const page = await enter(ana, { viewport: { width: 390, height: 844 }, permissions: ["clipboard-read", "clipboard-write"] });
  const inbox = await new InboxPage(page).open("Aguardando");
  await customer.writes("Qual é o prazo?");
  const conversation = await inbox.accept(customer.name);
  await conversation.write("Cinco dias");
  await conversation.write("-- cliente com pressa");
  await expect(conversation.message(/cliente com pressa/)).toBeVisible();
  await expect(conversation.state("Cinco dias", "Entregue")).toBeVisible();
  await choose(conversation, /Qual é o prazo/, "Selecionar");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();
  await choose(conversation, /Qual é o prazo/, "Selecionar");
  const answer = conversation.message(/Cinco dias/);
  await answer.focus();
  await page.keyboard.press("Space");
  await expect(answer.getByRole("checkbox")).toBeChecked();
  await conversation.region.getByRole("checkbox", { name: /cliente com pressa/ }).click();
  await expect(bar(page).getByRole("button", { name: "Encaminhar" })).toBeDisabled();
  await expect(bar(page).getByRole("button", { name: "Encaminhar" })).toHaveAccessibleDescription(
    "Comentários e templates não são encaminhados.",
  );
  await inspect(page, testInfo, "selection-phone");
  await answer.focus();
  await page.keyboard.press("Space");
  await expect(answer.getByRole("checkbox")).not.toBeChecked();
  await bar(page).getByRole("button", { name: "Copiar" }).click();
  await expect(bar(page)).toBeHidden();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split("\n")).toEqual([
    expect.stringMatching(new RegExp(`^\\[\\d\\d/\\d\\d/\\d\\d \\d\\d:\\d\\d\\] ${customer.name}: Qual é o prazo\\?$`)),
    expect.stringMatching(new RegExp(`\\] ${ana.name}: cliente com pressa$`)),
  ]);
});
