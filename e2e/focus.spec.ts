import { patience } from "@balcao/testing/patience";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";
import { InboxPage, type Conversation } from "./support/inboxPage.js";
import { inspectDialog, judgeDialog, OPEN_DIALOG } from "./support/inspect.js";
import { LinkedConnection } from "./support/linkedConnection.js";
import { expectTargetsToHoldStill } from "./support/targets.js";
import { uniqueName, uniqueNumber } from "./support/product.js";

test.setTimeout(patience(180_000));

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return "nothing";
    return activeElement.getAttribute("aria-label") ?? activeElement.textContent ?? "";
  });

/** Opens a dialog, judges it with axe, closes it with Escape, and checks where the focus is then. */
async function walk(page: Page, dialog: string | RegExp, open: () => Promise<void>, back: string | RegExp): Promise<void> {
  await test.step(String(dialog), async () => {
    await open();
    const shown = page.getByRole("dialog", { name: dialog }).or(page.getByRole("alertdialog", { name: dialog }));
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await inspectDialog(page, String(dialog));
    await page.keyboard.press("Escape");
    await expect(shown).toBeHidden();
    await expect.poll(() => focused(page), String(dialog)).toMatch(back);
  });
}

/** Chooses an entry of a menu with the keyboard. */
async function choose(page: Page, opener: Locator, entry: string | RegExp): Promise<void> {
  await opener.focus();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: entry });
  await item.focus();
  await page.keyboard.press("Enter");
}

const DESKTOP = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" } as const;
const MORE = "Mais ações";

/** The dialogs of the conversation's own menu, for an administrator. */
async function walkTicketMenu(page: Page, { region, customer }: Conversation): Promise<void> {
  const entries: readonly (readonly [string, string | RegExp])[] = [
    ["Transferir", "Transferir conversa"],
    ["Pausar", "Pausar conversa"],
    ["Adiar", "Adiar conversa"],
    ["Encerrar sem despedida", /^Encerrar a conversa/],
    ["Agendar mensagem", "Agendar mensagem"],
    ["Convidar colega", "Convidar colega"],
    ["Resumir com IA", `Resumo da conversa com ${customer}`],
    ["Excluir conversa", /^Excluir a conversa/],
  ];
  for (const [entry, dialog] of entries) {
    await walk(page, dialog, () => choose(page, region.getByRole("button", { name: MORE }), entry), MORE);
  }
}

/** The dialogs of the message box. */
async function walkComposer(page: Page, { region }: Conversation): Promise<void> {
  const press = (name: string) => async (): Promise<void> => {
    await region.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await walk(page, "Emoji", press("Emoji"), /Emoji|Mensagem para/);
  await walk(
    page,
    "Enviar contato",
    () => choose(page, region.getByRole("button", { name: "Anexar", exact: true }), "Contato"),
    /Anexar|Mensagem para/,
  );
}

/** The dialogs of the account's menu. */
async function walkAccount(page: Page): Promise<void> {
  for (const [entry, dialog] of [
    ["Perfil", "Meu perfil"],
    ["Alterar senha", "Alterar senha"],
    ["Atalhos do teclado", "Atalhos do teclado"],
  ] as const) {
    await walk(page, dialog, () => choose(page, page.getByRole("button", { name: /^Conta de/ }), entry), /^Conta de/);
  }
}

/** The dialogs of a message's menu. */
async function walkMessage(page: Page, conversation: Conversation, text: string): Promise<void> {
  const more = () => conversation.message(text).getByRole("button", { name: "Mais sobre esta mensagem" });
  for (const [entry, dialog] of [
    ["Encaminhar", "Encaminhar mensagem"],
    ["Dados da mensagem", "Dados da mensagem"],
    ["Apagar para todos", "Apagar a mensagem para todos?"],
  ] as const) {
    await walk(page, dialog, () => choose(page, more(), entry), new RegExp(`Mais sobre esta mensagem|${text}`));
  }
}

test("closing a dialog gives the focus back to the control that opened it, or to the next one in its place", async ({
  enter,
  connection,
}) => {
  const customer = await connection.newCustomer();
  await customer.writes("Bom dia");
  const page = await enter(undefined, DESKTOP);
  const inbox = await new InboxPage(page).open("Aguardando");
  await expect(inbox.row(customer.name)).toBeVisible();

  await walk(
    page,
    "Nova conversa",
    async () => {
      await page.getByRole("button", { name: "Nova conversa" }).first().focus();
      await page.keyboard.press("Enter");
    },
    "Nova conversa",
  );

  await test.step("accepting with the keyboard", async () => {
    await inbox
      .row(customer.name)
      .getByRole("button", { name: `Aceitar ${customer.name}` })
      .focus();
    await page.keyboard.press("Enter");
    await expect(inbox.conversation(customer.name).box).toBeVisible();
    await expect.poll(() => focused(page)).not.toBe("nothing");
  });
  const conversation = inbox.conversation(customer.name);
  await conversation.write("Resposta da equipe");
  await expect(conversation.state("Resposta da equipe", "Entregue").or(conversation.state("Resposta da equipe", "Enviada"))).toBeVisible();

  await expectTargetsToHoldStill(page, "the inbox with a conversation", "main");
  await walkAccount(page);
  await walkTicketMenu(page, conversation);
  await walkComposer(page, conversation);
  await walkMessage(page, conversation, "Resposta da equipe");
});

/** A button that opens a dialog: its name, or that of a menu and of its entry; `through` is the button of a question before the dialog. */
interface Opener {
  readonly button: string | RegExp;
  readonly entry?: RegExp;
  readonly through?: string;
}

const ADD_EDIT_DELETE = (add: string): readonly Opener[] => [{ button: add }, { button: /^Editar / }, { button: /^Excluir / }];

type WalkedPages = readonly (readonly [string, readonly Opener[]])[];

/** The pages of the drawer that open dialogs, for an administrator. Those of a conversation are walked above. */
const DAILY_PAGES: WalkedPages = [
  [
    "Contatos",
    [
      ...ADD_EDIT_DELETE("Adicionar contato"),
      { button: /^Mesclar .* com outro contato$/ },
      { button: "Importar" },
      { button: "Delegação" },
      { button: "Mais ações de contatos", entry: /^Limpar contatos$/ },
      { button: "Mais ações de contatos", entry: /^Importar conversas do WhatsApp$/ },
    ],
  ],
  ["Respostas rápidas", ADD_EDIT_DELETE("Adicionar resposta rápida")],
  // A question of every queue would change what the other tests' customers are answered.
  ["Perguntas e respostas", [{ button: "Adicionar pergunta" }]],
  ["Etiquetas", ADD_EDIT_DELETE("Adicionar etiqueta")],
];

const OFFICE_PAGES: WalkedPages = [
  ["Agendamentos", [{ button: "Novo agendamento" }, { button: "Novo agendamento", through: "Entendi" }]],
  ["Envios em massa", [{ button: "Novo envio" }, { button: "Novo envio", through: "Entendi" }]],
  ["Conexões", [...ADD_EDIT_DELETE("Adicionar conexão"), { button: /^Detalhes de / }]],
  ["Usuários", [...ADD_EDIT_DELETE("Adicionar usuário"), { button: "Importar" }]],
  ["Filas", ADD_EDIT_DELETE("Adicionar fila")],
];

const openDialog = (page: Page): Locator => page.locator(OPEN_DIALOG);

/** Opens the dialog with the keyboard, judges it with axe, closes it with Escape, and expects the focus on the button again. */
async function walkOpener(page: Page, { button, entry, through }: Opener): Promise<void> {
  const main = page.getByRole("main");
  const found = main.getByRole("button", { name: button, exact: typeof button === "string", disabled: false }).first();
  await expect(found).toBeVisible();
  // Rows may move while a dialog is open.
  const name = (await found.getAttribute("aria-label")) ?? (await found.innerText()).replace(/\s+/g, " ");
  await test.step(`${name} ${entry?.source ?? through ?? ""}`, async () => {
    const opener = main.getByRole("button", { name, exact: true }).first();
    if (entry === undefined) {
      await opener.focus();
      await page.keyboard.press("Enter");
    } else await choose(page, opener, entry);
    if (through !== undefined) {
      await openDialog(page).getByRole("button", { name: through }).focus();
      await page.keyboard.press("Enter");
      await expect(openDialog(page).getByRole("button", { name: through })).toBeHidden();
    }
    const shown = openDialog(page);
    await expect(shown).toHaveCount(1);
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    // The form that changes something is the one that adds it, whose fields are pressed there.
    await (name.startsWith("Editar ") ? judgeDialog : inspectDialog)(page, `${name} ${entry?.source ?? through ?? ""}`);
    await page.keyboard.press("Escape");
    await expect(shown).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
}

/** The pages whose dialogs need a ticket with the bot, a template, an agent with tickets, or files without use. */
const MORE_PAGES: WalkedPages = [
  ["Atendidos pelo BOT", [{ button: /^Atender / }, { button: /^Fechar / }]],
  ["Templates", [{ button: "Novo template" }, { button: /^Excluir / }]],
  ["Dashboard", [{ button: /^Encerrados \d/ }, { button: /^Ver tickets de / }]],
  ["Configurações", [{ button: "Excluir…" }]],
];

/** Every button that opens something is there, so that what is loaded later moves nothing any more. */
async function expectLoaded(page: Page, openers: readonly Opener[]): Promise<void> {
  for (const { button } of openers) await expect(page.getByRole("main").getByRole("button", { name: button }).first()).toBeVisible();
}

/** Opens a page of the drawer. */
async function goTo(page: Page, link: string): Promise<void> {
  await page
    .getByRole("navigation")
    .getByRole("link", { name: new RegExp(`^${link}`) })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(`^${link}`, "i") })).toBeVisible();
}

/** Opens each page and walks its dialogs. */
async function walkPages(page: Page, pages: WalkedPages): Promise<void> {
  for (const [link, openers] of pages) {
    await goTo(page, link);
    await expectLoaded(page, openers);
    await expectTargetsToHoldStill(page, `the page ${link}`, "main");
    for (const opener of openers) await walkOpener(page, opener);
  }
}

test("every dialog of contacts, answers and tags is opened by keyboard, closed with Escape, and gives the focus back", async ({
  enter,
  api,
}) => {
  const name = uniqueName("Zelo");
  await api.post("/contacts", { name, number: uniqueNumber(), respostaAutomatica: true });
  await api.post("/quickAnswers", { shortcut: name.replace(" ", ""), message: "Um momento" });
  await api.post("/tag", { name: name.slice(0, 20), color: "#236681" });
  const page = await enter(undefined, DESKTOP);
  await new InboxPage(page).open();
  await walkPages(page, DAILY_PAGES);
});

test("so is every dialog of sends, connections, users and queues", async ({ enter, ana, connection }) => {
  const page = await enter(undefined, DESKTOP);
  await new InboxPage(page).open();
  // A row that can be deleted on the pages of both.
  expect([ana.name, connection.name]).not.toContain("");
  await walkPages(page, OFFICE_PAGES);
});

test("so are the dialogs of the bot's tickets, templates, the dashboard, unused files, the notes and chats", async ({
  enter,
  api,
  ana,
  cloud,
}) => {
  const own = await LinkedConnection.link(api);
  await api.post("/pergunta", { pergunta: uniqueName("Qual o horário?"), resposta: "Das 8 às 18.", queueId: own.queue.id });
  await (await own.newCustomer()).writes("Oi");
  const template = uniqueName("aviso").toLowerCase().replace(/\W/g, "_");
  await cloud.addTemplate(template, "APPROVED", [{ type: "BODY", text: "Seu pedido saiu." }]);
  const { id: chatId } = await api.post<{ id: number }>("/chats", { isGroup: true, groupName: uniqueName("Equipe"), users: [ana.id] });
  const page = await enter(undefined, DESKTOP);
  // What a check of the files finds depends on the other tests, so one orphan is pretended.
  const job = { id: 1, kind: "fileCheck", state: "done", done: 1, total: 1, result: { orphans: 1, orphanBytes: 9, missing: 0 } };
  await page.route("**/api/jobs", (route) => route.fulfill({ json: [{ ...job, createdAt: new Date().toISOString() }] }));
  await page.goto(`/tickets/0/${chatId}`);
  await page.getByRole("button", { name: "Detalhes do chat" }).click();
  await expect(page.getByRole("heading", { name: "Detalhes do chat" })).toBeFocused();
  for (const button of ["Novo chat", "Mudar o nome do grupo", `Remover ${ana.name}`, "Sair do grupo"]) await walkOpener(page, { button });
  const press = async () => {
    await page.getByRole("button", { name: "Novidades" }).focus();
    await page.keyboard.press("Enter");
  };
  await walk(page, "Novidades", press, "Novidades");
  for (const [link, openers] of MORE_PAGES) {
    await goTo(page, link);
    if (link === "Templates") {
      await page.getByRole("combobox", { name: "Conexão" }).selectOption({ label: cloud.name });
      await expect(page.getByRole("row", { name: template })).toBeVisible();
    }
    if (link === "Configurações")
      await page
        .getByRole("navigation", { name: "Seções" })
        .getByRole("link", { name: /Arquivos/ })
        .click();
    await expectLoaded(page, openers);
    await expectTargetsToHoldStill(page, `the page ${link}`, "main");
    for (const opener of openers) await walkOpener(page, opener);
  }
});
